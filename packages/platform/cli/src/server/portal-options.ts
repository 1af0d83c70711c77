import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Command, Option } from 'commander';
import * as v from 'valibot';
import { CommandError, parseArgument } from '../terminal/arguments';
import { createServerApi, type ServerApi } from './server-api';

/** The data folder of a server on this machine; the server reads the same variable. */
export const dataFolder = process.env.PORTICO_DATA || '.portico';
const operatorKeyFile = path.join(dataFolder, 'operator.key');

/** Creates the option with the portal that a command calls. */
export function portalOption(): Option {
  return new Option('--portal <address>', 'the address of the portal')
    .env('PORTICO_URL')
    .default('http://localhost:9000');
}

/** Adds the options that `asPublisher` reads. */
export function withPublishingOptions(command: Command): Command {
  const description = "a team token (default: the operator's key, if it is on this machine)";
  return command
    .addOption(portalOption())
    .addOption(new Option('--token <token>', description).env('PORTICO_TOKEN'))
    .configureHelp({ showGlobalOptions: true });
}

/** Adds the options that `asOperator` reads. */
export function withOperatorOptions(command: Command): Command {
  const description = "the operator's key (default: .portico/operator.key)";
  return withPortalOption(command)
    .addOption(new Option('--key <key>', description).env('PORTICO_OPERATOR_KEY'))
    .configureHelp({ showGlobalOptions: true });
}

/** Adds `--portal`, and its former name `--url` for one more release. */
export function withPortalOption(command: Command): Command {
  return command
    .addOption(portalOption())
    .addOption(new Option('--url <address>').hideHelp())
    .on('option:url', (address) => {
      console.error('--url is now --portal; the next release ignores the old name.');
      command.setOptionValueWithSource('portal', address, 'cli');
    });
}

const optionsSchema = v.object({
  portal: v.string(),
  key: v.optional(v.string()),
  token: v.optional(v.string()),
});

const readOptions = (command: Command) => v.parse(optionsSchema, command.optsWithGlobals());

const addressSchema = v.pipe(v.string(), v.regex(/^https?:/), v.url());

/** @throws CommandError when the option is not an address */
export function parsePortal(typed: string): string {
  return parseArgument(addressSchema, typed, '--portal is not an address such as https://portal.example.com.');
}

/** Whether the command has a team token. */
export function hasToken(command: Command): boolean {
  return Boolean(readOptions(command).token);
}

/** Creates a client with the key that a command has found. */
export function connect(command: Command, prefix: string, key: string): ServerApi {
  return createServerApi(parsePortal(readOptions(command).portal), prefix, key);
}

/**
 * Creates a client for publishing, with a team token or else the operator's key.
 * @throws CommandError when the command has neither
 */
export async function connectAsPublisher(command: Command): Promise<ServerApi> {
  const key = readOptions(command).token || process.env.PORTICO_OPERATOR_KEY || (await readOperatorKey());
  if (key !== '') return connect(command, '/api/publishing', key);
  throw new CommandError(
    `No credential: use --token, set PORTICO_TOKEN to your team token, or run in the folder that holds ${operatorKeyFile}.`,
  );
}

async function connectAsOperator(command: Command): Promise<ServerApi> {
  const key = readOptions(command).key || (await readOperatorKey());
  if (key !== '') return connect(command, '/api/operator', key);
  throw new CommandError(
    `No operator key: use --key, set PORTICO_OPERATOR_KEY, or run in the folder that holds ${operatorKeyFile}.`,
  );
}

/** Reads the key that the server wrote at its first start; empty if its data folder is not on this machine. */
async function readOperatorKey(): Promise<string> {
  return (await readFile(operatorKeyFile, 'utf8').catch(() => '')).trim();
}

/** Calls the server; returns the text to print. */
type Run<Arguments extends unknown[]> = (api: ServerApi, ...parameters: Arguments) => Promise<string | undefined>;

/** Creates the action of a command that publishes: with a team token, or else the operator's key. */
export const asPublisher = createActions(connectAsPublisher);

/** Creates the action of an operator's command: with the given key, or that of a server on this machine. */
export const asOperator = createActions(connectAsOperator);

function createActions(connectAs: (command: Command) => Promise<ServerApi>) {
  return <Arguments extends unknown[]>(run: Run<Arguments>) =>
    async function (this: Command, ...parameters: Arguments): Promise<void> {
      const text = await run(await connectAs(this), ...parameters);
      if (text !== undefined) console.log(text);
    };
}
