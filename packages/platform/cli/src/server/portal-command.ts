import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import * as v from 'valibot';
import { CommandError, parseArgument, parseTenant } from '../terminal/arguments';
import { createServerApi, type ServerApi } from './server-api';

/** The data folder of a server on this machine; the server reads the same variable. */
export const dataFolder = process.env.PORTICO_DATA || '.portico';
const operatorKeyFile = path.join(dataFolder, 'operator.key');

export function portalOption(): Option {
  return new Option('--portal <address>', 'the address of the portal')
    .env('PORTICO_URL')
    .default('http://localhost:9000');
}

/** Adds `--portal`, and its former name `--url` for one more release. */
export function withPortalOption<Called extends Command>(command: Called): Called {
  return command
    .addOption(portalOption())
    .addOption(new Option('--url <address>').hideHelp())
    .on('option:url', (address) => {
      console.error('--url is now --portal; the next release ignores the old name.');
      command.setOptionValueWithSource('portal', address, 'cli');
    });
}

const addressSchema = v.pipe(v.string(), v.regex(/^https?:/), v.url());

export function parsePortal(typed: string): string {
  return parseArgument(addressSchema, typed, '--portal is not an address such as https://portal.example.com.');
}

const callers = {
  operator: {
    prefix: '/api/operator',
    option: new Option('--key <key>', "the operator's key (default: .portico/operator.key)").env(
      'PORTICO_OPERATOR_KEY',
    ),
    missing: 'No operator key: use --key, set PORTICO_OPERATOR_KEY',
  },
  publisher: {
    prefix: '/api/publishing',
    option: new Option('--token <token>', "a team token (default: the operator's key, if it is on this machine)").env(
      'PORTICO_TOKEN',
    ),
    missing: 'No credential: use --token, set PORTICO_TOKEN to your team token',
  },
};

/** A command that calls a portal as its operator or as a publisher; its subcommands do the same. */
export class PortalCommand extends Command {
  readonly #caller: keyof typeof callers;

  constructor(caller: keyof typeof callers, name?: string) {
    super(name);
    this.#caller = caller;
  }

  override createCommand(name?: string): PortalCommand {
    return new PortalCommand(this.#caller, name);
  }

  /** Adds the options of the portal and of the credential. */
  addPortalOptions(): this {
    const command = this.#caller === 'operator' ? withPortalOption(this) : this.addOption(portalOption());
    return command.addOption(callers[this.#caller].option);
  }

  /** Adds the required option of the tenant that the command is about. */
  requireTenant(): this {
    return this.requiredOption('--tenant <key>', 'the tenant', parseTenant);
  }

  /**
   * Creates a client with the given credential, or else with the operator's key of a server on this machine.
   * @throws CommandError without a credential
   */
  async connect(): Promise<ServerApi> {
    const { key, portal, token } = this.optsWithGlobals<{ portal: string; key?: string; token?: string }>();
    const { missing, prefix } = callers[this.#caller];
    const credential =
      token ||
      key ||
      process.env.PORTICO_OPERATOR_KEY ||
      (await readFile(operatorKeyFile, 'utf8').catch(() => '')).trim();
    if (credential !== '') return createServerApi(parsePortal(portal), prefix, credential);
    throw new CommandError(`${missing}, or run in the folder that holds ${operatorKeyFile}.`);
  }

  /** Sets the action: it calls the portal and prints the text that `call` returns. */
  run<Parameters extends unknown[]>(
    call: (api: ServerApi, ...parameters: Parameters) => Promise<string | undefined>,
  ): this {
    return this.action(async (...parameters: Parameters) => {
      const text = await call(await this.connect(), ...parameters);
      if (text !== undefined) console.log(text);
    });
  }
}
