// In memory: an e-mail in the address would stay in histories and logs.
let recoveredEmail = '';

/** The e-mail whose password has just been changed, for the sign-in form to start with; empty when there is none. */
export function getRecoveredEmail(): string {
  return recoveredEmail;
}

export function setRecoveredEmail(email: string): void {
  recoveredEmail = email;
}
