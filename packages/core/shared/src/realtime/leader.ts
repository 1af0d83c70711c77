import { channelMessage, getNotificationTopic } from '@portico/contract';
import { readPage } from '../api/configuration';
import { report } from '../page/report';
import { sessionAtom } from '../session/session-state';
import { store } from '../store';
import { isRefusal, MqttConnection, type MqttConnectionOptions } from './mqtt-connection';
import { getRealtimeCredentials } from './realtime-credentials';
import { createId, isConnected, noState, type RelayMessage, type RelayState } from './relay-message';

let isRefusedTopicReported = false;

/** Returns the user of the connection; empty without a live session, which brokers refuse; `undefined` if unknown. */
export function getConnectionUser(): string | undefined {
  const { email, status } = store.get(sessionAtom);
  if (status === 'signed-in') return email;
  return status === 'signed-out' || status === 'expired' ? '' : undefined;
}

/** Holds the connection of the browser, and relays its messages to all tabs. */
export class Leader {
  readonly #post: (message: RelayMessage) => void;
  /** The user whose messages a tab wants, by the id of the tab; empty if it wants none. */
  readonly #wanted = new Map<string, string>();
  readonly #endFollowing: () => void;
  #state = noState;
  #connection: MqttConnection | undefined;

  /** @param post sends a message to all tabs, including this one */
  constructor(post: (message: RelayMessage) => void) {
    this.#post = post;
    this.#endFollowing = store.sub(sessionAtom, () => this.#followSession());
    this.#post({ type: 'WHAT_IS_WANTED' });
    this.#followSession();
  }

  /** Sets whose messages a tab wants; none if `email` is empty. */
  setWanted(tab: string, email: string): void {
    this.#wanted.set(tab, email);
    this.#connection?.setWanted(this.#isWanted());
  }

  /** Checks whether the connection still works, and posts its state. */
  verify(): void {
    this.#connection?.verify();
    this.#post(this.#state);
  }

  end(): void {
    this.#endFollowing();
    this.#connection?.end();
  }

  #followSession(): void {
    const email = getConnectionUser();
    if (email === undefined || (this.#connection && email === this.#state.email)) return;
    this.#connection?.end();
    this.#setState({ email, status: 'reconnecting' });
    this.#connection = new MqttConnection(this.#getOptions(email), this.#isWanted());
  }

  #getOptions(email: string): MqttConnectionOptions {
    return {
      url: getBrokerAddress(readPage().configuration.realtime.url),
      topic: email === '' ? undefined : getNotificationTopic(email),
      credentials: (refused) => getRealtimeCredentials(email, refused),
      onMessage: (payload) => this.#post({ type: 'MESSAGE', email, payload }),
      onPortalMessage: (payload) => {
        const channel = channelMessage.exec(payload)?.[1];
        this.#post(channel === undefined ? { type: 'IMPORT_MAP_CHANGED' } : { type: 'ANNOUNCEMENTS_CHANGED', channel });
      },
      onStatus: (status) => {
        const isNew = isConnected(status) && !isConnected(this.#state.status);
        this.#setState({ status, ...(isNew && { connection: createId() }) });
      },
      onFailure: (error) => {
        // A broker may refuse browsers without a session.
        if (email !== '' || !isRefusal(error)) reportFailure('Erro ao conectar MQTT', error);
      },
      onPortalMessagesRefused: (error) => {
        if (!isRefusedTopicReported) reportFailure('The broker refuses the topic of the import map.', error);
        isRefusedTopicReported = true;
      },
    };
  }

  #isWanted(): boolean {
    return [...this.#wanted.values()].includes(this.#state.email);
  }

  #setState(change: Partial<RelayState>): void {
    this.#state = { ...this.#state, ...change };
    this.#post(this.#state);
  }
}

/** Reports an error of the connection. */
export function reportFailure(message: string, error: unknown): void {
  report({ kind: 'reported', source: '@portico/shared', message, error });
}

/** A path means the host of the page. */
function getBrokerAddress(url: string): string {
  const address = new URL(url, location.href);
  address.protocol = address.protocol.replace(/^http/, 'ws');
  return address.href;
}
