import type { TrialOutcome } from '@portico/contract';
import { send } from '../api/api-client';

/**
 * `POST /publishing/outcomes`: how a version on trial fared here.
 * @throws ApiFailure
 */
export async function sendTrialOutcome(outcome: TrialOutcome): Promise<void> {
  await send('publishing/outcomes', { method: 'post', json: outcome });
}
