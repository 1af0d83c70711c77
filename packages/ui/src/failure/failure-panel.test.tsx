import { render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { Button } from '../button/button';
import { FailurePanel } from './failure-panel';

it('has a heading that takes the focus, at the level its place needs', () => {
  const heading = createRef<HTMLHeadingElement>();
  const { rerender } = render(
    <FailurePanel title="SMSA did not load" text="The rest works." detail="code 1" headingRef={heading} />,
  );
  heading.current?.focus();
  expect(screen.getByRole('heading', { level: 2, name: 'SMSA did not load' })).toHaveFocus();
  expect(screen.getByText('code 1')).toBeVisible();
  rerender(<FailurePanel title="Gone" text="It was here." level={1} actions={<Button>Try again</Button>} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Gone' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});
