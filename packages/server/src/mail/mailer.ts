import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createTransport } from 'nodemailer';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** @param url such as smtp://user:password@mail.example.com:587 */
export function createSmtpMailer(url: string, from: string): Mailer {
  // A mail server that hangs holds up neither the next mail for long nor the end of the process.
  const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };
  const transport = createTransport({ url, ...limits });
  return {
    send: async (mail) => {
      await transport.sendMail({ from, ...mail });
    },
  };
}

export interface OutboxOptions {
  readonly folder: string;
  readonly from: string;
  readonly log: FastifyBaseLogger;
  /** Whether the log shows the text, codes included: for a platform on somebody's own machine. */
  readonly logsText: boolean;
}

/** Where no SMTP server is configured: each mail is a file of the folder, and the log says so. */
export function createOutboxMailer({ folder, from, log, logsText }: OutboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail({ from, ...mail });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`;
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, name), message, { mode: 0o600 });
      const text = logsText ? `\n${mail.text}` : '';
      log.warn(`No SMTP_URL, so this mail stays here. To ${mail.to}, in ${path.join(folder, name)}${text}`);
    },
  };
}
