import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { TestServer } from './start-test-server';
import { waitFor } from './wait-for';

/** A mail with a code, or a notice. */
type MailKind = 'code' | 'notice';

/** The mails that a server without SMTP has sent. */
export function createOutbox(server: Pick<TestServer, 'dataFolder'>) {
  const folder = () => path.join(server.dataFolder, 'outbox');
  const files = () => readdir(folder()).catch(() => []);
  const select = async (names: string[], email: string, kind: MailKind) => {
    const mails = await Promise.all(names.sort().map((file) => readFile(path.join(folder(), file), 'utf8')));
    const isToThem = new RegExp(`^To: ${email}\\r?$`, 'm');
    return mails.filter((mail) => isToThem.test(mail) && (codeIn(mail) === '' ? 'notice' : 'code') === kind);
  };
  return {
    /** The number of all mails. */
    count: async () => (await files()).length,
    /** The mails to this e-mail, the oldest first. */
    mailsTo: async (email: string, kind: MailKind) => select(await files(), email, kind),
    /** The next mail to this e-mail after the work. */
    nextMailTo: async (email: string, kind: MailKind, work: () => Promise<unknown>) => {
      const former = new Set(await files());
      await work();
      // Only new mails are read: a test may send a thousand.
      return waitFor(async () => {
        const names = await files();
        const [mail] = await select(
          names.filter((name) => !former.has(name)),
          email,
          kind,
        );
        return mail;
      });
    },
  };
}

/** The six digits of a mail with a code, else an empty text. */
export function codeIn(mail: string): string {
  return /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? '';
}

/** A different code. */
export function wrongCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
