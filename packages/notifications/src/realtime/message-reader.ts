import { accountPart, type RealtimeMessage } from '@portico/shared';

/** How long a burst of what cannot be read counts as one, in milliseconds. */
const quietPeriod = 10_000;

/** Reads payloads; what is no message is dropped, and reported once a burst. */
export function createMessageReader(
  report: (error: unknown) => void,
): (payload: Uint8Array) => RealtimeMessage | undefined {
  let lastFault = Number.NEGATIVE_INFINITY;
  return (payload) => {
    try {
      return accountPart.get().readRealtimeMessage(payload);
    } catch (error) {
      if (Date.now() - lastFault > quietPeriod) report(error);
      lastFault = Date.now();
      return undefined;
    }
  };
}
