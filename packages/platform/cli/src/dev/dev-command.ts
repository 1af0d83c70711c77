import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { followsChanges, modulePrefix } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { readModuleManifest } from '../module/built-module';
import { portalOption } from '../server/portal-option';
import { serveWithChanges } from '../serving/serve-with-changes';
import { type Certificate, startLocalServer } from '../serving/start-local-server';
import { CommandError } from '../terminal/command-error';
import { parseArgument } from '../terminal/parse-argument';
import { findFreePort } from './find-free-port';
import { startAngular, usesAngular } from './start-angular';
import { startVite, usesVite } from './start-vite';
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
      'Serve the module in this folder, show each change at once, and print the link that loads it into a portal',
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
      const files = options.https === undefined ? undefined : findCertificateFiles(options.https);
      const certificate = files && (await readCertificate(files));
      const tool = await startTool({ entry, port, certificate, certificateFiles: files, dist: options.dist });
      try {
        printLink(key, tool.address, portal);
        await waitForInterrupt(tool.failed);
      } finally {
        await tool.close();
      }
    });
}

/** Something that serves the module. */
interface Tool {
  /** Where the portal loads the module from. */
  readonly address: string;
  /** Rejects when it ends by itself. */
  readonly failed?: Promise<never>;
  readonly close: () => Promise<void>;
}

interface ToolOptions {
  readonly entry: string;
  readonly port: number;
  readonly certificate: Certificate | undefined;
  /** Where it is. */
  readonly certificateFiles: Certificate | undefined;
  readonly dist: string | undefined;
}

async function startTool({ entry, port, certificate, certificateFiles, dist }: ToolOptions): Promise<Tool> {
  if (dist === undefined && (await usesVite('.'))) return startVite('.', port || (await findFreePort()), certificate);
  if (dist === undefined && usesAngular('.'))
    return startAngular('.', entry, await findFreePort(port), certificateFiles);
  const server = await startLocalServer(serveWithChanges(dist ?? output), port, certificate);
  const address = new URL(`${entry}?${followsChanges}`, server.origin).href;
  if (dist !== undefined) return { address, close: server.close };
  try {
    const webpack = startWebpack('.', output);
    const close = async () => {
      await webpack.stop();
      await server.close();
    };
    return { address, failed: webpack.failed, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Not `dist`: `publish` sends what is there. */
const output = 'node_modules/.cache/portico/dev';

function printLink(key: string, address: string, portal: string): void {
  console.log(`${key} is served at ${address}\nTo load it into the portal, in your browser only, open`);
  console.log(new URL(`/#portico-override=${modulePrefix}${key},${address}`, portal).href);
}

/** The names that mkcert gives to a certificate and its key. */
function findCertificateFiles(option: string | true): Certificate {
  const cert = option === true ? 'localhost.pem' : option;
  const { dir, name, ext } = path.parse(cert);
  return { cert, key: path.join(dir, `${name}-key${ext}`) };
}

async function readCertificate({ cert, key }: Certificate): Promise<Certificate> {
  const read = (name: string) =>
    readFile(name, 'utf8').catch(() => {
      throw new CommandError(
        `${name} does not exist: "mkcert -install localhost" creates a certificate and its key here.`,
      );
    });
  return { cert: await read(cert), key: await read(key) };
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits for a signal, so that the caller can clean up. @param failed ends it by its error */
async function waitForInterrupt(failed: Promise<never> = new Promise(() => {})): Promise<void> {
  let interrupt = () => {};
  const interruption = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  for (const signal of signals) process.on(signal, interrupt);
  try {
    await Promise.race([failed, interruption]);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
}
