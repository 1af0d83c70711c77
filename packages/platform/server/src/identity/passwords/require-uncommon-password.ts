import { ApiError } from '../../http/api-error';
import type { BreachCheck } from './breached-passwords';

/** What people add to a common password, because a form asks for more characters. */
const addition = /[\d\W_]{1,4}$/;

let reading: Promise<ReadonlySet<string>> | undefined;

/**
 * Requires a new password that is not among the 49,000 commonest ones, alone or with up to four digits and signs at its
 * end (OWASP ASVS 5.0, 6.2.4), and that no breach has published, as far as the operator's service knows. The schema of
 * `@portico/contract`, which browsers check as well, knows a few of them.
 * @throws ApiError 400 `password-too-common`
 */
export async function requireUncommonPassword(password: string, isBreached: BreachCheck): Promise<void> {
  const common = await readCommonPasswords();
  const candidate = password.toLowerCase();
  const isCommon = common.has(candidate) || common.has(candidate.replace(addition, ''));
  if (isCommon || (await isBreached(password))) throw new ApiError(400, 'password-too-common');
}

/** Read at the first new password: most processes start without one, and the list takes 4 MB. */
function readCommonPasswords(): Promise<ReadonlySet<string>> {
  reading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return reading;
}
