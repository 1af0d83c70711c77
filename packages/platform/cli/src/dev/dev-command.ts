import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Certificate, readModuleManifest, startLocalServer } from '@portico/check';
import { liveReloadParameter, modulePrefix } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { parsePortal, portalOption } from '../server/portal-option';
import { linkStyles } from '../serving/link-styles';
import { serveWithChanges } from '../serving/serve-with-changes';
import { CommandError, parseArgument } from '../terminal/arguments';
import { onSignals } from '../terminal/signals';
import { findTool, importRspack, importWebpack } from './bundlers';
import { findFreePort } from './find-free-port';
import { startAngular } from './start-angular';
import { startDevServer } from './start-dev-server';
import { type RunningProgram, startProgram } from './start-program';
import { startVite } from './start-vite';

interface DevOptions {
  readonly port: string;
  readonly portal: string;
  readonly dist?: string;
  readonly https?: string | true;
}

const portSchema = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));

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
      const portal = parsePortal(options.portal);
      const { key, entry, styles } = await readModuleManifest('.');
      const files = options.https === undefined ? undefined : findCertificateFiles(options.https);
      const certificate = files && (await readCertificate(files));
      const tool = await startTool({ entry, styles, port, certificate, certificateFiles: files, dist: options.dist });
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
  readonly styles: readonly string[] | undefined;
  readonly port: number;
  readonly certificate: Certificate | undefined;
  /** Where it is. */
  readonly certificateFiles: Certificate | undefined;
  readonly dist: string | undefined;
}

async function startTool(options: ToolOptions): Promise<Tool> {
  const { certificate, certificateFiles, dist, entry } = options;
  if (dist !== undefined) return serveBuild(options, dist);
  const tool = await findTool('.');
  const port = await findFreePort(options.port);
  if (tool === 'angular') return startAngular('.', entry, port, certificateFiles);
  if (tool === 'vite') return startVite('.', port, certificate);
  const bundler = tool === 'rspack' ? await importRspack('.') : await importWebpack('.');
  if (bundler) return startDevServer(bundler, { ...options, port });
  const server = await serveBuild(options, output);
  try {
    const webpack = startWebpack('.', output);
    const close = async () => {
      await webpack.stop();
      await server.close();
    };
    return { address: server.address, failed: webpack.failed, close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Serves what a build writes; pages reload when that changes. */
async function serveBuild({ entry, styles, port, certificate }: ToolOptions, folder: string): Promise<Tool> {
  const files = linkStyles(serveWithChanges(folder), { folder, entry, styles });
  const server = await startLocalServer(files, port, certificate);
  return { address: new URL(`${entry}?${liveReloadParameter}`, server.origin).href, close: server.close };
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

/**
 * Waits for a signal, so that the caller can clean up.
 * @param failed ends it by its error
 */
async function waitForInterrupt(failed: Promise<never> = new Promise(() => {})): Promise<void> {
  let interrupt = () => {};
  const interruption = new Promise<void>((resolve) => {
    interrupt = resolve;
  });
  const ignoreSignals = onSignals(interrupt);
  try {
    await Promise.race([failed, interruption]);
  } finally {
    ignoreSignals();
  }
}

// The mode stays as configured: JSX compiled for development needs React's development build, and the portal has none.
// The content policy blocks eval devtools.
const options = ['--watch', '--devtool', 'source-map', '--no-optimization-minimize'];

/**
 * Starts the webpack of a folder in watch mode.
 * @param output the folder of the built files: what `publish` sends is built without these options
 * @throws CommandError when webpack is not installed
 */
function startWebpack(folder: string, output: string): RunningProgram {
  return startProgram(folder, 'webpack/bin/webpack.js', [...options, '--output-path', path.resolve(output)]);
}
