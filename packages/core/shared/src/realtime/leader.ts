import { getNotificationTopic } from '@portico/contract';
import type { Session } from '../session/session-transitions';
import { createId } from './create-id';
import { isRefusal, MqttConnection, type MqttConnectionOptions } from './mqtt-connection';
import { readRealtimeMessage } from './read-realtime-message';
import type { RealtimeShell } from './realtime-shell';
import { noState, type RelayMessage, type RelayState } from './relay-message';

/**
 * How often tabs are asked what they want; those that have not answered since the last time are gone. In milliseconds.
 */
const askPeriod = 60_000;
/** Unreadable messages within this time are reported once, in milliseconds. */
const quietPeriod = 10_000;

let areRefusedAnnouncementsReported = false;

/**
 * The user whose credentials a connection has: empty without a session, also while a session is expired, since the
 * broker has dropped it; `undefined` while that is unknown.
 */
export function getConnectionUser({ email, status }: Session): string | undefined {
  if (status === 'signed-in') return email;
  return status === 'signed-out' || status === 'expired' ? '' : undefined;
}

/** Holds the connection of the browser, and tells all tabs what comes over it. */
export class Leader {
  readonly #shell: RealtimeShell;
  readonly #post: (message: RelayMessage) => void;
  readonly #wanted = new Map<string, { readonly email: string; hasAnswered: boolean }>();
  readonly #endFollowing: () => void;
  readonly #askTimer: ReturnType<typeof setInterval>;
  #state = noState;
  #email: string | undefined;
  #connection: MqttConnection | undefined;
  #lastUnreadable = Number.NEGATIVE_INFINITY;

  /** @param post reaches all tabs, this one, too */
  constructor(shell: RealtimeShell, post: (message: RelayMessage) => void) {
    this.#shell = shell;
    this.#post = post;
    this.#endFollowing = shell.onSessionChange(this.#followSession);
    this.#askTimer = setInterval(this.#askTabs, askPeriod);
    this.#post({ type: 'WHAT_IS_WANTED' });
    this.#followSession();
  }

  /** A tab wants the messages of a user, or, if `email` is empty, none. */
  setWanted(tab: string, email: string): void {
    if (email === '') this.#wanted.delete(tab);
    else this.#wanted.set(tab, { email, hasAnswered: true });
    this.#connection?.setWanted(this.#isWanted());
    this.postState();
  }

  postState(): void {
    this.#post(this.#state);
  }

  /** Finds out whether the connection still works. */
  verify(): void {
    this.#connection?.verify();
  }

  end(): void {
    this.#endFollowing();
    clearInterval(this.#askTimer);
    this.#close();
  }

  readonly #followSession = () => {
    const email = getConnectionUser(this.#shell.getSession());
    if (email === undefined || email === this.#email) return;
    this.#email = email;
    this.#close();
    this.#setState({ email, status: 'reconnecting', isSubscribed: false });
    this.#connection = new MqttConnection(this.#getOptions(email), this.#isWanted());
  };

  #getOptions(email: string): MqttConnectionOptions {
    return {
      url: getBrokerAddress(this.#shell.getBrokerUrl()),
      topic: email === '' ? undefined : getNotificationTopic(email),
      credentials: (refused) => this.#shell.getCredentials(email, refused),
      onMessage: (payload) => {
        if (this.#isReadable(payload)) this.#post({ type: 'MESSAGE', email, payload });
      },
      onAnnouncement: () => this.#post({ type: 'IMPORT_MAP_CHANGED' }),
      onStatus: (status, isSubscribed) => {
        const isNew = status === 'connected' && this.#state.status !== 'connected';
        this.#setState({ status, isSubscribed, ...(isNew && { connection: createId() }) });
      },
      onFailure: (error) => {
        // A broker may refuse browsers without a session.
        if (email !== '' || !isRefusal(error)) this.#report('Erro ao conectar MQTT', error);
      },
      onAnnouncementsRefused: (error) => {
        if (!areRefusedAnnouncementsReported) this.#report('The broker refuses the topic of the import map.', error);
        areRefusedAnnouncementsReported = true;
      },
    };
  }

  #isReadable(payload: string): boolean {
    try {
      readRealtimeMessage(payload);
      return true;
    } catch (error) {
      if (Date.now() - this.#lastUnreadable > quietPeriod) this.#report('A message was dropped.', error);
      this.#lastUnreadable = Date.now();
      return false;
    }
  }

  #isWanted(): boolean {
    return [...this.#wanted.values()].some(({ email }) => email === this.#email);
  }

  readonly #askTabs = () => {
    for (const [tab, want] of this.#wanted) {
      if (!want.hasAnswered) this.#wanted.delete(tab);
      want.hasAnswered = false;
    }
    this.#connection?.setWanted(this.#isWanted());
    this.#post({ type: 'WHAT_IS_WANTED' });
  };

  #setState(change: Partial<RelayState>): void {
    this.#state = { ...this.#state, ...change };
    this.postState();
  }

  #close(): void {
    this.#connection?.end();
    this.#connection = undefined;
  }

  #report(message: string, error: unknown): void {
    this.#shell.report({ kind: 'reported', source: '@portico/shared', message, error });
  }
}

/** A path means the host of the page. */
function getBrokerAddress(url: string): string {
  const address = new URL(url, location.href);
  if (address.protocol === 'https:') address.protocol = 'wss:';
  if (address.protocol === 'http:') address.protocol = 'ws:';
  return address.href;
}
