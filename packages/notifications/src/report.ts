/** Tells the operator what nobody on screen has to know. */
export function report(message: string, cause?: unknown): void {
  console.error(`[portico] @portico/notifications: ${message}`, ...(cause === undefined ? [] : [cause]));
}
