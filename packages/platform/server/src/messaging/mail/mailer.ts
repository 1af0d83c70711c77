import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Mail, Mailer } from '../../identity/identity-services';

// Both load the library with the first mail, because it is a quarter of the server's code.

/** @param url such as smtp://user:password@mail.example.com:587 */
export function createSmtpMailer(url: string, from: string): Mailer {
  // A mail server that hangs must not delay the next mail or the end of the process.
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ url, ...limits });
      await transport.sendMail(toMessage(mail, from));
    },
  };
}

interface OutboxOptions {
  readonly folder: string;
  readonly from: string;
  readonly log: FastifyBaseLogger;
  /** Logs the text with its codes, on a developer's machine. */
  readonly logsText: boolean;
}

/** Writes each mail to a file of the folder and logs its path. Used without an SMTP server. */
export function createOutboxMailer({ folder, from, log, logsText }: OutboxOptions): Mailer {
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true });
      const { message } = await transport.sendMail(toMessage(mail, from));
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, name), message, { mode: 0o600 });
      const text = logsText ? `\n${mail.text}` : '';
      log.warn(
        `No SMTP_URL is set, so the mail to ${mail.to} was not sent. It is in ${path.join(folder, name)}${text}`,
      );
    },
  };
}

/** Adds the logo, `From`, and `Reply-To` for an address of the tenant. The library encodes the name. */
function toMessage({ logo, sender: { address, name } = {}, ...text }: Mail, portal: string) {
  const mail = { ...text, ...(logo && { attachments: [{ filename: 'logo.png', cid: 'logo', content: logo }] }) };
  if (address === undefined && name === undefined) return { ...mail, from: portal };
  const [, portalAddress = portal] = /<([^<>]*)>\s*$/.exec(portal) ?? [];
  const from = { name: name ?? '', address: address ?? portalAddress };
  return { ...mail, from, ...(address !== undefined && { replyTo: from }) };
}

/** Deletes mails of the outbox that are older than a time. */
export async function deleteOldMails(folder: string, before: Date): Promise<void> {
  for (const file of await listMails(folder)) {
    const found = await stat(file).catch(() => undefined);
    if (found !== undefined && found.mtime < before) await rm(file, { force: true });
  }
}

/** Deletes mails of the outbox to an address. */
export async function deleteMailsTo(folder: string, email: string): Promise<void> {
  for (const file of await listMails(folder)) {
    const [head = ''] = (await readFile(file, 'utf8').catch(() => '')).split(/\r?\n\r?\n/, 1);
    // A long header is folded into several lines (RFC 5322, section 2.2.3).
    const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
    if (/^to: *(.*)$/im.exec(unfolded)?.[1]?.toLowerCase() === email) await rm(file, { force: true });
  }
}

/** Lists the files of the mails in the outbox. */
export async function listMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name));
}
