import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RadioGroup } from './choice-sections';

it('is a group of radio buttons that the arrow keys choose from', async () => {
  const onChange = jest.fn();
  const options = [
    { value: 'pt', text: 'Português', lang: 'pt-BR' },
    { value: 'en', text: 'English' },
  ] as const;
  render(<RadioGroup label="Language" options={options} value="pt" onChange={onChange} />);
  expect(screen.getByRole('group', { name: 'Language' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Português' })).toBeChecked();
  expect(screen.getByText('Português').closest('[lang]')).toHaveAttribute('lang', 'pt-BR');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  expect(onChange.mock.calls).toEqual([['en']]);
});
