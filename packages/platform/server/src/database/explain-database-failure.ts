import { StartupError } from '../process/startup-error';
import { isUnavailable } from './is-unavailable';
import { listCauses } from './list-causes';

/** By the code of PostgreSQL. */
const sentences: Readonly<Record<string, string>> = {
  '28P01': 'PostgreSQL refuses the user name or the password of DATABASE_URL.',
  '28000': 'PostgreSQL refuses the user of DATABASE_URL; its pg_hba.conf says who may connect.',
  '3D000': 'The database that DATABASE_URL names does not exist; create it.',
  '42501': 'The user of DATABASE_URL may not create tables in this database.',
};

/** Says in one sentence why PostgreSQL cannot be used. The error is its cause. */
export function explainDatabaseFailure(error: unknown): StartupError {
  if (error instanceof StartupError) return error;
  const code = listCauses(error).find(({ code }) => code.length === 5)?.code;
  const known = code === undefined ? undefined : sentences[code];
  if (known !== undefined) return new StartupError(known, { cause: error });
  if (isUnavailable(error)) {
    return new StartupError('PostgreSQL cannot be reached at the address of DATABASE_URL.', { cause: error });
  }
  const message = `The database of DATABASE_URL cannot be opened or brought up to date (${code ?? 'unknown'}).`;
  return new StartupError(message, { cause: error });
}
