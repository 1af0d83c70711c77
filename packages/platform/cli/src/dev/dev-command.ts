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
import { angularOutput, startAngular, usesAngular } from './start-angular';
import type { RunningBuild } from './start-build';
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
      const certificate = options.https === undefined ? undefined : await readCertificate(options.https);
      const tool = await startTool({ entry, port, certificate, dist: options.dist });
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
  readonly dist: string | undefined;
}

async function startTool({ entry, port, certificate, dist }: ToolOptions): Promise<Tool> {
  if (dist === undefined && (await usesVite('.'))) return startVite('.', port || (await findFreePort()), certificate);
  const { folder, start }: Build = dist === undefined ? findBuild() : { folder: dist };
  const server = await startLocalServer(serveWithChanges(folder), port, certificate);
  const address = new URL(`${entry}?${followsChanges}`, server.origin).href;
  if (!start) return { address, close: server.close };
  try {
    const build = start();
    const close = async () => {
      await build.stop();
      await server.close();
    };
    return { address, failed: build.failed, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** A build in watch mode, and the folder that it writes. */
interface Build {
  readonly folder: string;
  readonly start?: () => RunningBuild;
}

function findBuild(): Build {
  if (usesAngular('.')) return { folder: angularOutput(output), start: () => startAngular('.', output) };
  return { folder: output, start: () => startWebpack('.', output) };
}

/** Not `dist`: `publish` sends what is there. */
const output = 'node_modules/.cache/portico/dev';

function printLink(key: string, address: string, portal: string): void {
  console.log(`${key} is served at ${address}\nTo load it into the portal, in your browser only, open`);
  console.log(new URL(`/#portico-override=${modulePrefix}${key},${address}`, portal).href);
}

/** Reads the certificate and its key under the names that mkcert gives them. */
async function readCertificate(option: string | true): Promise<Certificate> {
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
