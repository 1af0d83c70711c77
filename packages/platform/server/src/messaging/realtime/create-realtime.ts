import type { Configuration } from '@portico/contract';
import { getOrCreateSecret } from '../../database/secret-repository';
import { createSecretToken } from '../../identity/sessions/secret-tokens';
import type { Environment } from '../../process/environment';
import { StartupError } from '../../process/startup-error';
import { type BrokerClients, createBrokerClients } from './broker-clients';
import { createDynamicSecurity } from './dynamic-security';
import { type BrokerServices, createEmbeddedBroker, type EmbeddedBroker } from './embedded-broker';
import { acquireLease } from './lease';
import type { Realtime } from './realtime';

/** The broker in use, and the services of its kind. */
export interface RealtimeServices {
  readonly realtime: Realtime;
  /** The broker of this process, if no other broker is configured. */
  readonly embeddedBroker: EmbeddedBroker | undefined;
  /** Creates credentials for sessions at a broker that the portal administers. */
  readonly brokerClients: BrokerClients | undefined;
}

/** @throws StartupError when the operator has to change something */
export async function createRealtime(
  { DATABASE_URL, MQTT_URL }: Environment,
  credentials: Configuration['realtime']['credentials'],
  services: BrokerServices,
): Promise<RealtimeServices> {
  if (MQTT_URL === undefined) {
    if (credentials === 'session') return createEmbedded(DATABASE_URL !== undefined, services);
    throw new StartupError(`The credentials "${credentials}" of realtime need a broker; set MQTT_URL.`);
  }
  const { database, log } = services;
  const secret =
    credentials === 'dynamic' ? await getOrCreateSecret(database, 'broker-clients', createSecretToken) : undefined;
  // Loads the MQTT client only if it is needed.
  const { createExternalBroker, openBrokerLink } = await import('./external-broker');
  const link = openBrokerLink(MQTT_URL, log);
  const brokerClients =
    secret === undefined
      ? undefined
      : createBrokerClients({ ...services, secret, security: createDynamicSecurity(link, log) });
  return { realtime: createExternalBroker(link, brokerClients, log), embeddedBroker: undefined, brokerClients };
}

/** @param isShared whether other processes may use the same database; they would not receive the messages */
async function createEmbedded(isShared: boolean, services: BrokerServices): Promise<RealtimeServices> {
  const lease = isShared ? await acquireLease(services.database, 'realtime', services.log) : undefined;
  if (isShared && lease === undefined) {
    throw new StartupError(
      'Another process runs on this database; several processes need a common broker, so set MQTT_URL in all of them.',
    );
  }
  const embeddedBroker = createEmbeddedBroker(services, lease);
  return { realtime: embeddedBroker, embeddedBroker, brokerClients: undefined };
}
