import { type AddressRelease, addressReleaseSchema } from '@portico/contract';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../../database/database';
import { parse } from '../../http/parse';
import { changeLiveMap } from '../live-map/change-live-map';
import type { RegistryServices } from '../services';
import { createOperatorAuthor } from '../team-tokens/publisher';
import { type AddressHolder, listAddressHolders, listFolderHolders } from '../versions/version-repository';
import { releaseVersions } from './claim-addresses';

/** The operator's route for an address that the wrong module holds. */
export function registerOperatorAddressRoutes(app: FastifyInstance, services: RegistryServices): void {
  app.post('/addresses/release', async (request): Promise<AddressRelease> => {
    const { address, reason } = parse(addressReleaseSchema, request.body);
    const note = { by: createOperatorAuthor(request), reason: `${address} is released. ${reason}`.trim() };
    const modules = await changeLiveMap(services, async (transaction) =>
      releaseVersions(transaction, await findHolders(transaction.tx, address), note),
    );
    return { modules };
  });
}

function findHolders(tx: Executor, address: string): Promise<AddressHolder[]> {
  return address.endsWith('/') ? listFolderHolders(tx, address) : listAddressHolders(tx, [address]);
}
