import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { modulePrefix } from '@portico/contract';
import { Command } from 'commander';
import * as v from 'valibot';
import { parseArgument } from '../arguments';
import { CommandError } from '../command-error';
import { readModuleManifest } from '../manifest/module-manifest';
import { folderAnswer } from '../serving/folder-answer';
import { serve } from '../serving/serve';
import { startWebpack } from './start-webpack';
import { untilInterrupted } from './until-interrupted';

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
    .description('builds and serves the module of this folder whenever it changes, and tells how a portal gets it')
    .option('--port <number>', 'where it is served', '9200')
    .option('--portal <address>', 'the portal that is to load it', 'http://localhost:9000')
    .option('--dist <folder>', 'serves this folder, which another tool builds, and does not build')
    .option(
      '--https [certificate]',
      'by HTTPS: localhost.pem, or this file, and its key in localhost-key.pem beside it',
    )
    .action(async (options: DevOptions) => {
      const port = parseArgument(portSchema, options.port, `"${options.port}" is not a port.`);
      const portal = parseArgument(portalSchema, options.portal, `"${options.portal}" is not the address of a portal.`);
      const { key, entry } = await readModuleManifest('.');
      const certificate = options.https === undefined ? undefined : await readCertificate(options.https);
      const server = await serve(folderAnswer(options.dist ?? 'dist'), { port, ...(certificate && { certificate }) });
      try {
        const webpack = options.dist === undefined ? startWebpack('.') : undefined;
        const address = new URL(entry, server.origin).href;
        console.log(`${key} is at ${address}\nTo have it in the portal, in this browser alone, open`);
        console.log(new URL(`/#portico-override=${modulePrefix}${key},${address}`, portal).href);
        const code = await untilInterrupted(webpack?.exited);
        await webpack?.stop();
        if (code !== undefined && code !== 0) throw new CommandError(`webpack ended with ${code}.`);
      } finally {
        await server.close();
      }
    });
}

/** As mkcert names the two files. */
async function readCertificate(option: string | true): Promise<{ cert: string; key: string }> {
  const file = option === true ? 'localhost.pem' : option;
  const { dir, name, ext } = path.parse(file);
  const read = (name: string) =>
    readFile(name, 'utf8').catch(() => {
      throw new CommandError(`There is no ${name}: "mkcert -install localhost" makes a certificate and its key here.`);
    });
  return { cert: await read(file), key: await read(path.join(dir, `${name}-key${ext}`)) };
}
