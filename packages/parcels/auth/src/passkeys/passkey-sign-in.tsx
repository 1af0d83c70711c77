import type { PasskeyRequest } from '@portico/contract';
import { send, signIn, useAction } from '@portico/shared';
import { FailureNotice } from '@portico/ui';
import { askForPasskey, supportsPasskeys } from '@portico/ui/passkeys';
import { useEffect } from 'react';

/** When a new challenge replaces one that waits, in milliseconds: the server accepts an answer for ten minutes. */
const renewalAfter = 8 * 60_000;

/** How soon a browser that offers nothing refuses, in milliseconds. Another request would be refused as well. */
const refusedWithin = 1_000;

/** Offers the browser's passkeys in the list of the e-mail field while the form is on screen. Draws only a failure. */
export function PasskeySignIn() {
  const { notice, run } = useAction('signin.failed');
  useEffect(() => {
    const form = new AbortController();
    void offerPasskeys(form.signal, run);
    return () => form.abort();
  }, [run]);

  return notice && <FailureNotice {...notice} />;
}

async function offerPasskeys(signal: AbortSignal, run: ReturnType<typeof useAction>['run']): Promise<void> {
  // Pages without HTTPS have none.
  if (!supportsPasskeys() || !(await PublicKeyCredential.isConditionalMediationAvailable())) return;
  while (!signal.aborted) {
    const start = Date.now();
    try {
      // Nothing is offered if the server does not answer: the user has not asked for a passkey.
      const answer = await send('auth/passkey/options', { method: 'post', signal }).catch(() => undefined);
      if (!answer) return;
      // The browser parses the options: a schema would bring its library into this chunk.
      const request: PasskeyRequest = await answer.json();
      const renewal = AbortSignal.any([signal, AbortSignal.timeout(renewalAfter)]);
      const proof = await askForPasskey(request, { mediation: 'conditional', signal: renewal });
      await run(() => signIn(proof, 'auth/passkey'));
    } catch {
      // The user has cancelled, or the challenge is to be renewed.
      if (Date.now() - start < refusedWithin) return;
    }
  }
}
