import { type SubmitEvent, useState } from 'react';
import type { TeamModuleProps } from './team-module';

/** A sign-in form with its two fields and nothing else. */
export function SignInForm({ navigate }: TeamModuleProps) {
  const [error, setError] = useState('');
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    if (!fields.get('email') || !fields.get('password')) {
      setError('E-mail and password are required.');
      return;
    }
    const { ok } = await fetch('/signin', { method: 'POST', body: fields });
    if (ok) navigate('/one/');
    else setError('Wrong e-mail or password.');
  };
  return (
    <form noValidate onSubmit={submit}>
      <h1>Sign in</h1>
      {error && <p role="alert">{error}</p>}
      <label>
        E-mail <input type="email" name="email" autoComplete="username" />
      </label>
      <label>
        Password <input type="password" name="password" autoComplete="current-password" />
      </label>
      <button type="submit">Sign in</button>
    </form>
  );
}
