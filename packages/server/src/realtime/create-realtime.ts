import { randomBytes } from 'node:crypto';
import type { RealtimeConfiguration } from '@portico/contract';
import { secretOf } from '../database/secret-repository';
import type { Environment } from '../environment';
import { StartupError } from '../startup-error';
import { type BrokerClients, createBrokerClients } from './broker-clients';
import { openBrokerLink } from './broker-link';
import { createDynamicSecurity } from './dynamic-security';
import { type BrokerServices, createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker';
import { createExternalBroker } from './external-broker';
import { takeLease } from './lease';
import type { Realtime } from './realtime';

/** The broker in use, and what else there is because of its kind. */
export interface RealtimeServices {
  readonly realtime: Realtime;
  /** What `realtime` is where no broker is configured. */
  readonly embeddedBroker: EmbeddedBroker | undefined;
  /** Where sessions get credentials of their own at the broker. */
  readonly brokerClients: BrokerClients | undefined;
}

/** @throws StartupError when the operator has to change something */
export function createRealtime(
  { DATABASE_URL, MQTT_URL }: Environment,
  credentials: RealtimeConfiguration['credentials'],
  services: BrokerServices,
): Promise<RealtimeServices> {
  if (MQTT_URL !== undefined) return createExternal(MQTT_URL, credentials, services);
  if (credentials !== 'session') {
    throw new StartupError(`The credentials "${credentials}" of realtime need a broker; set MQTT_URL.`);
  }
  return createEmbedded(DATABASE_URL !== undefined, services);
}

async function createExternal(
  address: string,
  credentials: RealtimeConfiguration['credentials'],
  { database, log, now }: BrokerServices,
): Promise<RealtimeServices> {
  const makeSecret = async () => randomBytes(32).toString('base64url');
  const secret = credentials === 'dynamic' ? await secretOf(database, 'broker-clients', makeSecret) : undefined;
  const link = openBrokerLink(address, log);
  const brokerClients =
    secret === undefined
      ? undefined
      : createBrokerClients({ database, log, now, secret, security: createDynamicSecurity(link, log) });
  return { realtime: createExternalBroker(link, brokerClients, log), embeddedBroker: undefined, brokerClients };
}

/** @param isShared whether other processes could use the same database: their messages would not get here */
async function createEmbedded(isShared: boolean, services: BrokerServices): Promise<RealtimeServices> {
  const lease = isShared ? await takeLease(services.database, 'realtime', services.log) : undefined;
  if (isShared && lease === undefined) {
    throw new StartupError(
      'Another process runs on this database; several need a broker in common, so set MQTT_URL in all of them.',
    );
  }
  const broker = await createEmbeddedBroker(services);
  const embeddedBroker: EmbeddedBroker = {
    ...broker,
    isReady: () => lease?.isHeld() ?? true,
    close: async () => {
      await broker.close();
      await lease?.release();
    },
  };
  return { realtime: embeddedBroker, embeddedBroker, brokerClients: undefined };
}
