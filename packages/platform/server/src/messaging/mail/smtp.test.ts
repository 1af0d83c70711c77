import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startTestServer } from '../../testing/start-test-server';
import { waitFor } from '../../testing/wait-for';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly content: string;
}

const received: ReceivedMail[] = [];
const smtp = startBeforeTests(async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          content: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise<void>((resolve) => server.close(resolve)) };
});
const server = startBeforeTests(() => startTestServer({ SMTP_URL: smtp.url, MAIL_FROM: 'Portal <portal@smsa.test>' }));

test('with SMTP_URL, the mailed code goes out by a mail server', async () => {
  await server.call('POST', '/api/auth/recover', {
    body: { email: 'ana@portico.test' },
    headers: { 'accept-language': 'en' },
  });
  const mail = await waitFor(async () => received[0]);
  expect(mail).toMatchObject({ from: 'portal@smsa.test', to: ['ana@portico.test'] });
  expect(mail.content).toMatch(/^From: Portal <portal@smsa\.test>\r$/m);
  const code = /\b\d{6}\b/.exec(mail.content.slice(mail.content.indexOf('\r\n\r\n')))?.[0] ?? '';
  const body = { email: 'ana@portico.test', code, password: 'a-password-by-mail' };
  expect((await server.call('PUT', '/api/auth/recover', { body })).status).toBe(204);
  const notice = await waitFor(async () => received[1]);
  expect(notice.to).toEqual(['ana@portico.test']);
});
