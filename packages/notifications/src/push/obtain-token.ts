import { readPage } from '@portico/shared';
import { report } from '../report';
import { canPush } from './can-push';
import { registerWorker } from './worker-registration';

const tries = 3;
/** Between two tries, in milliseconds, for each that there was. */
const pause = 500;

/** This browser is not able to, although it looks like one that is. */
export class PushUnsupportedError extends Error {}

/**
 * A push token for an active worker of ours.
 * @returns `undefined` when there is none; that is reported (specification, section 8)
 * @throws PushUnsupportedError
 */
export async function obtainToken(): Promise<string | undefined> {
  const { firebase, vapidKey } = readPage().configuration;
  const { fetchToken, isSupported } = await import(/* webpackChunkName: "firebase" */ './firebase-token');
  if (!firebase || !vapidKey || !(await isSupported())) throw new PushUnsupportedError();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const registration = await registerWorker();
      // The SDK would have the browser ask.
      return canPush() ? await fetchToken(firebase, vapidKey, registration) : undefined;
    } catch (error) {
      if (attempt === tries) {
        report('Error obtaining token', error);
        return undefined;
      }
      await new Promise((resolve) => setTimeout(resolve, attempt * pause));
    }
  }
}
