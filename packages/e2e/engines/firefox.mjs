#!/usr/bin/env node
/**
 * Lets Playwright drive the installed Firefox: Playwright starts this program instead of its own Firefox. Commands go to
 * Firefox unchanged, with two exceptions (see `adapt`).
 */
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

const announcement = /^WebDriver BiDi listening on (ws:\/\/\S+)$/m;
const sockets = { perMessageDeflate: false, maxPayload: 2 ** 30 };

const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => firefox.kill(signal));
firefox.once('exit', (code) => process.exit(code ?? 1));

let printed = '';
firefox.stderr.on('data', function findAddress(chunk) {
  printed += chunk;
  const address = announcement.exec(printed)?.[1];
  if (address === undefined) return;
  firefox.stderr.off('data', findAddress).resume();
  serve(address);
});

function serve(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...sockets });
  server.on('listening', () => console.error(`WebDriver BiDi listening on ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (client, request) => {
    const browser = new WebSocket(address + request.url, sockets);
    const opened = new Promise((resolve) => browser.once('open', resolve));
    client.on('message', async (data) => {
      await opened;
      const { answer, command } = adapt(data.toString());
      if (answer) client.send(answer);
      else browser.send(command);
    });
    browser.on('message', (data) => client.send(data.toString()));
    client.on('close', () => browser.close());
    for (const end of ['close', 'error']) browser.on(end, () => client.close());
  });
}

/** Firefox ESR lacks the emulation of media features, which Playwright needs even for the default. */
const unknownCommand = 'emulation.setMediaFeaturesOverride';
/** React ignores a value that is set through its own property of the element. */
const setValue =
  'Reflect.getOwnPropertyDescriptor(Object.getPrototypeOf(inputElement), /value/.source).set.call(inputElement,';

/** Replaces a command of Playwright before Firefox gets it, or answers it. */
function adapt(text) {
  const { id, method } = JSON.parse(text);
  if (method === unknownCommand) return { answer: JSON.stringify({ type: 'success', id, result: {} }) };
  const command = text
    .replaceAll('inputElement.value = value;', `${setValue} value);`)
    .replaceAll('inputElement.value += text;', `${setValue} inputElement.value + text);`);
  return { command };
}
