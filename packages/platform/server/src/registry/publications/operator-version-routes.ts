import {
  type AddressRelease,
  addressReleaseSchema,
  type ModuleStatus,
  publishedNameSchema,
  quarantineSchema,
} from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Executor } from '../../database/database';
import { parse } from '../../http/parse';
import { changeLiveMap } from '../live-map/change-live-map';
import type { RegistryServices } from '../services';
import { createOperatorAuthor } from '../team-tokens/publisher';
import { type AddressHolder, listAddressHolders, listFolderHolders } from '../versions/version-repository';
import { releaseVersions } from './claim-addresses';
import { quarantineVersion } from './publish-versions';

const byModuleSchema = v.object({ module: publishedNameSchema });

/** The operator's routes for an address that the wrong module holds, and a version that must never be served again. */
export function registerOperatorVersionRoutes(app: FastifyInstance, services: RegistryServices): void {
  app.post('/addresses/release', async (request): Promise<AddressRelease> => {
    const { address, reason } = parse(addressReleaseSchema, request.body);
    const note = { by: createOperatorAuthor(request), reason: `${address} is released. ${reason}`.trim() };
    const modules = await changeLiveMap(services, async (transaction) =>
      releaseVersions(transaction, await findHolders(transaction.tx, address), note),
    );
    return { modules };
  });

  app.post('/modules/:module/quarantine', (request): Promise<ModuleStatus> => {
    const { module } = parse(byModuleSchema, request.params);
    const wanted = parse(quarantineSchema, request.body);
    return quarantineVersion(services, createOperatorAuthor(request), module, wanted);
  });
}

function findHolders(tx: Executor, address: string): Promise<AddressHolder[]> {
  return address.endsWith('/') ? listFolderHolders(tx, address) : listAddressHolders(tx, [address]);
}
