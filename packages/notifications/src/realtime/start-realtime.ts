import { accountPart, readPage } from '@portico/shared';
import type { StartDelivery } from '../delivery/delivery';
import { listen } from '../listen';
import { report } from '../report';
import { brokerAddress } from './broker-address';
import { createMessageReader } from './message-reader';
import type { RealtimeConnection } from './realtime-connection';

/** The user's topic over MQTT; the client is fetched when it is first needed. */
export function startRealtimeFor(email: string): StartDelivery {
  return ({ onMessage, onGap, onStatus }) => {
    const { notificationTopicOf, realtimeCredentials } = accountPart.get();
    const read = createMessageReader((error) => report('A message was dropped.', error));
    const onFailure = (error: unknown) => report('Erro ao conectar MQTT', error);
    let connection: RealtimeConnection | undefined;
    let opening: object | undefined;

    const open = async () => {
      const started = {};
      opening = started;
      try {
        const { openConnection } = await import(/* webpackChunkName: "realtime" */ './open-connection');
        if (opening !== started) return;
        connection = openConnection(brokerAddress(readPage().configuration.realtime.url), {
          topic: notificationTopicOf(email),
          credentials: realtimeCredentials,
          onMessage(payload) {
            const message = read(payload);
            if (message) onMessage(message);
          },
          onStatus(status) {
            onStatus(status);
            if (status === 'live') onGap();
          },
          onFailure,
        });
      } catch (error) {
        if (opening !== started) return;
        // The next awakening tries again.
        opening = undefined;
        onFailure(error);
        onStatus('off');
      }
    };
    const close = () => {
      opening = undefined;
      connection?.end();
      connection = undefined;
    };

    // An open socket would keep the page out of the back-forward cache, or be dead when it comes back.
    const endHiding = listen(window, ['pagehide'], close);
    void open();
    return {
      verify() {
        if (connection) connection.verify();
        else if (!opening) void open();
      },
      stop() {
        endHiding();
        close();
      },
    };
  };
}
