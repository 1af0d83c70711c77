import { Option } from 'commander';
import * as v from 'valibot';
import { parseArgument } from '../terminal/arguments';

/** The portal that a command talks to. */
export function portalOption(): Option {
  return new Option('--portal <address>', 'the address of the portal')
    .env('PORTICO_URL')
    .default('http://localhost:9000');
}

const addressSchema = v.pipe(v.string(), v.regex(/^https?:/), v.url());

/** @throws CommandError when it is not an address */
export function parsePortal(typed: unknown): string {
  return parseArgument(addressSchema, typed, '--portal is not an address such as https://portal.example.com.');
}
