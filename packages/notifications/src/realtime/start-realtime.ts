import { accountPart, announceImportMap, readPage } from '@portico/shared';
import type { StartDelivery } from '../delivery/delivery';
import { listen } from '../listen';
import { report } from '../report';
import { brokerAddress } from './broker-address';
import { createMessageReader } from './message-reader';
import type { RealtimeConnection } from './realtime-connection';

let wasRefusalReported = false;

/** The user's topic over MQTT, and on the same connection the changes of the import map; the client is fetched when it is first needed. */
export function startRealtimeFor(email: string): StartDelivery {
  return ({ onMessage, onGap, onStatus }) => {
    const { importMapTopic, notificationTopicOf, realtimeCredentials } = accountPart.get();
    const read = createMessageReader((error) => report('A message was dropped.', error));
    const onFailure = (error: unknown) => report('Erro ao conectar MQTT', error);
    const onRefusal = (error: unknown) => {
      if (!wasRefusalReported) report('The broker refuses the topic of the import map.', error);
      wasRefusalReported = true;
    };
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
          optional: { topic: importMapTopic, onMessage: announceImportMap, onRefusal },
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
