import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';

/** Reads the code of the newest recovery mail to an address from the data folder of a portal, if any. */
export async function readMailedCode(dataFolder: string, email: string): Promise<string | undefined> {
  const outbox = path.join(dataFolder, 'outbox');
  for (const file of (await readdir(outbox).catch(() => [])).sort().reverse()) {
    const mail = await readFile(path.join(outbox, file), 'utf8');
    const code = mail.includes(email) ? /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] : undefined;
    if (code) return code;
  }
  return undefined;
}

/** Waits for a mail to an address that has a link with a token, and returns the link. */
export async function waitForMailedLink(
  dataFolder: string,
  email: string,
  page: 'invitation' | 'recover',
): Promise<string> {
  const pattern = new RegExp(`http\\S+/${page}#[\\w-]{43}`);
  let link = '';
  await expect(async () => {
    const outbox = path.join(dataFolder, 'outbox');
    for (const file of await readdir(outbox)) {
      const mail = (await readFile(path.join(outbox, file), 'utf8')).replaceAll('=\r\n', '');
      if (mail.includes(`To: ${email}`)) link = pattern.exec(mail)?.[0] ?? link;
    }
    expect(link).not.toBe('');
  }).toPass();
  return link;
}
