// In memory: an e-mail in the address would stay in histories and logs.
let recovered = '';

/** The e-mail whose password has just been changed, for the sign-in form to start with; empty when there is none. */
export function recoveredEmail(): string {
  return recovered;
}

export function rememberRecoveredEmail(email: string): void {
  recovered = email;
}

export function forgetRecoveredEmail(): void {
  recovered = '';
}
