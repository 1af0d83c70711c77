/** Bad user name or password, and not authorised (MQTT 3.1.1, section 3.2.2.3). */
const refusals: readonly unknown[] = [4, 5];

/** Whether the broker refused the credentials of an attempt. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && refusals.includes(error.code);
}

/** Whether the broker answered that it refuses a subscription, as opposed to a connection that was lost meanwhile. */
export function isSubscriptionRefusal(error: unknown): boolean {
  return error instanceof Error && 'packet' in error && error.packet !== undefined;
}
