/** Bad user name or password, and not authorised (MQTT 3.1.1, section 3.2.2.3). */
const credentialCodes: readonly number[] = [4, 5];

/** The broker refused a connection. */
export class ConnectionRefusal extends Error {
  readonly code: number;

  /** @param code what the broker answered: MQTT 3.1.1, section 3.2.2.3 */
  constructor(code: number) {
    super(`The broker refused the connection: ${isForCredentials(code) ? 'not authorized' : `code ${code}`}`);
    this.code = code;
  }
}

/** The broker answered that it refuses a subscription, as opposed to a connection that was lost meanwhile. */
export class SubscriptionRefusal extends Error {
  constructor() {
    super('The broker refused the subscription.');
  }
}

/** Whether the broker refused the credentials of an attempt. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ConnectionRefusal && isForCredentials(error.code);
}

function isForCredentials(code: number): boolean {
  return credentialCodes.includes(code);
}
