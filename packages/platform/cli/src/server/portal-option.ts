import { Option } from 'commander';

/** The portal that a command talks to. */
export function portalOption(): Option {
  return new Option('--portal <address>', 'the address of the portal')
    .env('PORTICO_URL')
    .default('http://localhost:9000');
}
