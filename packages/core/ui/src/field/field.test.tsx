import { fireEvent, render, screen } from '@testing-library/react';
import { PasswordField } from './password-field';
import { TextField } from './text-field';

it('describes the field by its hint and its error', () => {
  const { rerender } = render(<TextField label="Name" hint="As on your badge." />);
  const field = screen.getByRole('textbox', { name: 'Name' });
  expect(field).toHaveAccessibleDescription('As on your badge.');
  expect(field).toBeValid();
  rerender(<TextField label="Name" hint="As on your badge." error="Enter your name." />);
  expect(field).toHaveAccessibleDescription('Enter your name. As on your badge.');
  expect(field).toBeInvalid();
  expect(screen.getByRole('alert')).toHaveTextContent('Enter your name.');
});

it('says when Caps Lock is on', () => {
  render(<PasswordField label="Password" showLabel="Show" hideLabel="Hide" capsLockText="Caps Lock is on." />);
  const field = screen.getByLabelText('Password');
  fireEvent.keyUp(field, { key: 'A', modifierCapsLock: true });
  expect(field).toHaveAccessibleDescription('Caps Lock is on.');
  fireEvent.keyUp(field, { key: 'CapsLock' });
  expect(field).not.toHaveAccessibleDescription();
});
