import { render, screen } from '@testing-library/react';
import { Button } from '../button/button';
import { FailurePanel } from './failure-panel';

it('has a heading of the given level, and does not take the focus', () => {
  const { rerender } = render(<FailurePanel title="SMSA did not load" text="The rest works." />);
  expect(screen.getByRole('heading', { level: 2, name: 'SMSA did not load' })).not.toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  rerender(<FailurePanel title="Gone" text="It was here." level={1} actions={<Button>Try again</Button>} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Gone' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('is announced by its texts', () => {
  render(<FailurePanel title="Gone" text="It was here." arrival="announced" actions={<Button>Try again</Button>} />);
  expect(screen.getByRole('alert')).toHaveTextContent(/^Gone\s*It was here\.$/);
});

it('takes the focus instead of being announced', () => {
  render(<FailurePanel title="Gone" text="It was here." arrival="focused" />);
  expect(screen.getByRole('heading', { name: 'Gone' })).toHaveFocus();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('selects the details for the user to copy', () => {
  render(<FailurePanel title="Gone" text="It was here." details={{ hint: 'Copy these lines.', text: 'code 1' }} />);
  expect(screen.getByRole('status')).toHaveTextContent('Copy these lines.');
  expect(String(getSelection())).toBe('code 1');
});

it('shows more content above the actions', () => {
  render(
    <FailurePanel title="Gone" text="It was here." arrival="announced" actions={<Button>Try again</Button>}>
      <p>Usual causes</p>
    </FailurePanel>,
  );
  const order = screen.getByText('Usual causes').compareDocumentPosition(screen.getByRole('button'));
  expect(order).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
