import { listCauses } from './list-causes';

/** PostgreSQL's code for a row that refers to one that is not there. */
const foreignKeyViolation = '23503';

/** Whether a row could not be written because another one, that it refers to, has been deleted meanwhile. */
export function isReferenceGone(error: unknown): boolean {
  return listCauses(error).some(({ code }) => code === foreignKeyViolation);
}
