import { previewParameter } from '@portico/contract';
import { confirmLeaving } from '@portico/shared';

/** Asks the page host to end the previews and to return this page again, after a change; nothing if the user stays. */
export async function leavePreviews(change = () => {}): Promise<void> {
  if (!(await confirmLeaving())) return;
  change();
  const address = new URL(location.href);
  address.searchParams.set(previewParameter, '');
  location.assign(address);
}
