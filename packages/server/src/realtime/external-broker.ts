import type { FastifyBaseLogger } from 'fastify';
import type { MqttClient } from 'mqtt';
import type { BrokerClients } from './broker-clients';
import { closeBrokerLink } from './broker-link';
import type { Realtime } from './realtime';
import { createRepeatable } from './repeatable';

/** Sessions that no call of this process ended, and removals that failed. */
const checkInterval = 30_000;

/** A broker that the operator runs. @param brokerClients where the portal administers it */
export function createExternalBroker(
  link: MqttClient,
  brokerClients: BrokerClients | undefined,
  log: FastifyBaseLogger,
): Realtime {
  const dropping = createRepeatable(
    async () => brokerClients?.removeEnded(),
    (error) => log.error({ err: error }, 'Sessions could not be checked'),
  );
  const timer = setInterval(dropping.run, checkInterval).unref();
  return {
    publish: (topic, payload) => {
      // That the broker is away has been logged, and the message stands in the list.
      link.publish(topic, payload, { qos: 0 }, () => {});
    },
    dropEndedSessions: dropping.run,
    isReady: () => true,
    close: async () => {
      clearInterval(timer);
      await dropping.settled();
      await closeBrokerLink(link);
    },
  };
}
