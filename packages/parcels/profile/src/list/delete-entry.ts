import { isApiFailure, send } from '@portico/shared';

/** Deletes an entry of a list. One that was deleted already is no error. */
export async function deleteEntry(list: string, id: string): Promise<void> {
  try {
    await send(`${list}/${encodeURIComponent(id)}`, { method: 'delete' });
  } catch (error) {
    if (!isApiFailure(error) || error.status !== 404) throw error;
  }
}
