import type { PasskeyCreation } from '@portico/contract';
import { send } from '@portico/shared';
import { createPasskey } from '@portico/ui/passkeys';

/** Lets the browser make a passkey for the holder of an invitation. */
export async function makeInvitedPasskey(token: string): Promise<object> {
  const response = await send('invitations/passkey', { method: 'post', json: { token } });
  // The browser parses the options: a schema would bring its library into this chunk.
  const creation: PasskeyCreation = await response.json();
  return createPasskey(creation);
}
