import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { followsChanges, modulePrefix } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { readModuleManifest } from '../module/built-module';
import { portalOption } from '../server/portal-option';
import { serveWithChanges } from '../serving/serve-with-changes';
import { startLocalServer } from '../serving/start-local-server';
import { CommandError } from '../terminal/command-error';
import { parseArgument } from '../terminal/parse-argument';
import { startWebpack } from './start-webpack';

interface DevOptions {
  readonly port: string;
  readonly portal: string;
  readonly dist?: string;
  readonly https?: string | true;
}

const portSchema = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));
const portalSchema = v.pipe(v.string(), v.url());

export function devCommand(): Command {
  return new Command('dev')
    .description(
      'Build and serve the module in this folder on every change, and print the link that loads it into a portal',
    )
    .option('--port <number>', 'the port to serve on', '9200')
    .addOption(portalOption())
    .option('--dist <folder>', 'serve this folder without building it; another tool builds it')
    .option(
      '--https [certificate]',
      'serve over HTTPS with localhost.pem (or this file) and its key in localhost-key.pem beside it',
    )
    .action(async (options: DevOptions) => {
      const port = parseArgument(portSchema, options.port, `"${options.port}" is not a port.`);
      const portal = parseArgument(portalSchema, options.portal, `"${options.portal}" is not the address of a portal.`);
      const { key, entry } = await readModuleManifest('.');
      const certificate = options.https === undefined ? undefined : await readCertificate(options.https);
      const server = await startLocalServer(serveWithChanges(options.dist ?? output), port, certificate);
      try {
        const tool = options.dist === undefined ? startWebpack('.', output) : undefined;
        printLink(key, new URL(`${entry}?${followsChanges}`, server.origin).href, portal);
        const code = await waitForInterrupt(tool?.exited);
        await tool?.stop();
        if (code !== undefined && code !== 0) throw new CommandError(`${tool?.name} ended with ${code}.`);
      } finally {
        await server.close();
      }
    });
}

/** Not `dist`: `publish` sends what is there. */
const output = 'node_modules/.cache/portico/dev';

function printLink(key: string, address: string, portal: string): void {
  console.log(`${key} is served at ${address}\nTo load it into the portal, in your browser only, open`);
  console.log(new URL(`/#portico-override=${modulePrefix}${key},${address}`, portal).href);
}

/** Reads the certificate and its key under the names that mkcert gives them. */
async function readCertificate(option: string | true): Promise<{ cert: string; key: string }> {
  const file = option === true ? 'localhost.pem' : option;
  const { dir, name, ext } = path.parse(file);
  const read = (name: string) =>
    readFile(name, 'utf8').catch(() => {
      throw new CommandError(
        `${name} does not exist: "mkcert -install localhost" creates a certificate and its key here.`,
      );
    });
  return { cert: await read(file), key: await read(path.join(dir, `${name}-key${ext}`)) };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits for a signal or for `work`. @returns the result of `work`, or `undefined` after a signal, so that the caller can clean up */
async function waitForInterrupt<T>(work: Promise<T> = new Promise(() => {})): Promise<T | undefined> {
  let interrupt = () => {};
  const interruption = new Promise<undefined>((resolve) => {
    interrupt = () => resolve(undefined);
  });
  for (const signal of signals) process.on(signal, interrupt);
  try {
    return await Promise.race([work, interruption]);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
