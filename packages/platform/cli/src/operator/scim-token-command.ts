import {
  createdScimTokenSchema,
  newScimTokenSchema,
  scimTokenListSchema,
  tokenDaysMax,
} from '@portico/contract/administration';
import type { PortalCommand } from '../server/portal-command';
import type { ServerApi } from '../server/server-api';
import { parseArgument, parseTenant } from '../terminal/arguments';
import { formatTable } from '../terminal/format';
import { issueColumns } from './registry-commands';

interface TokenOptions {
  readonly name?: string;
  readonly days?: number;
  readonly list?: true;
  readonly revoke?: string;
}

/** Adds the command for the tokens of a tenant's directory. */
export function addScimTokenCommand(tenant: PortalCommand): void {
  tenant
    .command('scim-token')
    .argument('<key>', '', parseTenant)
    .description(
      'Create a token for the directory of a tenant, which manages users and groups by SCIM, and print it once',
    )
    .option('--name <name>', 'a note about its use')
    .option('--days <number>', 'how long it is valid; without it, until it is revoked', Number)
    .option('--list', 'list the tokens, without their secrets')
    .option('--revoke <id>', 'revoke a token immediately')
    .run(async (api, key: string, { list, revoke, ...options }: TokenOptions) => {
      const path = `tenants/${key}/scim-tokens`;
      if (list) return listTokens(api, path);
      if (revoke !== undefined) {
        await api.send('delete', `${path}/${encodeURIComponent(revoke)}`);
        return `Revoked the token ${revoke}.`;
      }
      const hint = `The name is one line, and --days is at most ${tokenDaysMax}.`;
      return (await api.create(path, parseArgument(newScimTokenSchema, options, hint), createdScimTokenSchema)).token;
    });
}

async function listTokens(api: ServerApi, path: string): Promise<string> {
  const tokens = await api.read(path, scimTokenListSchema);
  return formatTable(tokens, { ID: 'id', NAME: 'name', ...issueColumns });
}
