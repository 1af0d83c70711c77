import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Certificate, findStyleScope, readModuleManifest, startLocalServer } from '@portico/check';
import { liveReloadParameter, modulePrefix } from '@portico/contract';
import { Command } from 'commander';
import { parsePortal, portalOption } from '../server/portal-command';
import { CommandError, createParser, wholeNumber } from '../terminal/arguments';
import { signals } from '../terminal/signals';
import { findTool, importRspack, importWebpack } from './bundlers';
import { serveBuild } from './serve-build';
import { type DevServerOptions, startDevServer } from './start-dev-server';
import { startAngular, startProgram } from './start-program';
import { startVite } from './start-vite';

interface DevOptions {
  readonly port: number;
  readonly portal: string;
  readonly dist?: string;
  readonly https?: string | true;
}

export function devCommand(): Command {
  return new Command('dev')
    .description(
      'Serve the module in this folder, show each change immediately, and print the link that loads it into a portal',
    )
    .option('--port <number>', 'the port to serve on', createParser(wholeNumber(0, 65_535), 'a port'), 9200)
    .addOption(portalOption())
    .option('--dist <folder>', 'serve this folder without building it; another tool builds it')
    .option(
      '--https [certificate]',
      'serve over HTTPS with localhost.pem (or this file) and its key in localhost-key.pem beside it',
    )
    .action(async ({ dist, https, port, portal: typed }: DevOptions) => {
      const portal = parsePortal(typed);
      const manifest = await readModuleManifest('.');
      const { key, entry, styles } = manifest;
      const styleScope = findStyleScope(manifest);
      const certificateFiles = https === undefined ? undefined : findCertificateFiles(https);
      const certificate = certificateFiles && (await readCertificate(certificateFiles));
      const tool = await startTool({ entry, styles, styleScope, port, certificate, certificateFiles, dist });
      // A signal alone would end this process and leave the tool running.
      const stopped = signals.map((signal) => once(process, signal));
      try {
        console.log(`${key} is served at ${tool.address}\nTo load it into the portal, in your browser only, open`);
        console.log(new URL(`/#portico-override=${modulePrefix}${key},${tool.address}`, portal).href);
        await Promise.race([tool.failed ?? new Promise(() => {}), ...stopped]);
      } finally {
        await tool.close();
      }
    });
}

/** A program that serves the module. */
interface Tool {
  /** The address that the portal loads the module from. */
  readonly address: string;
  /** Rejects when the program ends by itself. */
  readonly failed?: Promise<never>;
  readonly close: () => Promise<void>;
}

interface ToolOptions extends DevServerOptions {
  /** The scope of its style sheets. */
  readonly styleScope: string | undefined;
  /** The files of the certificate. */
  readonly certificateFiles: Certificate | undefined;
  readonly dist: string | undefined;
}

async function startTool(options: ToolOptions): Promise<Tool> {
  const { certificate, certificateFiles, dist, entry } = options;
  if (dist !== undefined) return serveOutput(options, dist);
  const tool = await findTool();
  const port = await findFreePort(options.port);
  if (tool === 'angular') return startAngular(entry, port, certificateFiles);
  if (tool === 'vite') return startVite(port, certificate);
  const bundler = tool === 'rspack' ? await importRspack() : await importWebpack();
  return bundler ? startDevServer(bundler, { ...options, port }) : watchWithWebpack(options);
}

/** Returns the wanted port, or any free one for 0. @throws CheckError when the port is in use */
async function findFreePort(wanted: number): Promise<number> {
  const server = await startLocalServer(async () => {}, wanted);
  await server.close();
  return Number(new URL(server.origin).port);
}

/** Serves the output of a build; pages reload when it changes. */
async function serveOutput(
  { entry, styles, styleScope, port, certificate }: ToolOptions,
  folder: string,
): Promise<Tool> {
  const server = await startLocalServer(serveBuild(folder, entry, styles, styleScope), port, certificate);
  return { address: new URL(`${entry}?${liveReloadParameter}`, server.origin).href, close: server.close };
}

/** The output of `portico dev`. Not `dist`, because `publish` sends that folder. */
const output = 'node_modules/.cache/portico/dev';

// The mode stays as configured: JSX compiled for development needs React's development build, and the portal has none.
// The content policy blocks eval devtools.
const watchOptions = ['--watch', '--devtool', 'source-map', '--no-optimization-minimize'];

/** Starts this folder's webpack in watch mode, and serves its output. */
async function watchWithWebpack(options: ToolOptions): Promise<Tool> {
  const server = await serveOutput(options, output);
  try {
    const webpack = startProgram('webpack/bin/webpack.js', [...watchOptions, '--output-path', path.resolve(output)]);
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

/** Returns the names that mkcert gives to a certificate and its key. */
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
