import { addressReleaseSchema, releasedAddressSchema } from '@portico/contract';
import { Command } from 'commander';
import { CommandError, parseArgument } from '../terminal/arguments';
import { createOperatorApi } from './operator-api';

interface ReleaseOptions {
  readonly reason?: string;
}

export function addressCommand(): Command {
  const address = new Command('address').description('Manage the addresses that modules hold on hosts of teams');

  address
    .command('release <address>')
    .description('Take the versions at this address out of their modules; a slash at its end means all below it')
    .option('--reason <text>', 'a reason for the history')
    .action(async (address: string, options: ReleaseOptions, command: Command) => {
      const hint = 'An address starts with http:// or https://; the reason is one line.';
      const wanted = parseArgument(addressReleaseSchema, { address, ...options }, hint);
      const api = await createOperatorApi(command);
      const { modules } = await api.create('addresses/release', wanted, releasedAddressSchema);
      if (modules.length === 0) throw new CommandError(`No module holds ${address}.`);
      console.log(`${address} is free. These modules held it: ${modules.join(', ')}.`);
    });

  return address;
}
