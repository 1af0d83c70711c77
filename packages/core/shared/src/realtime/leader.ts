import { getNotificationTopic } from '@portico/contract';
import type { Session } from '../session/session-transitions';
import { createId } from './create-id';
import { isRefusal } from './is-refusal';
import type { MqttConnection, MqttConnectionOptions } from './mqtt-connection';
import { readRealtimeMessage } from './read-realtime-message';
import type { RealtimeShell } from './realtime-shell';
import { noState, type RelayMessage, type RelayState } from './relay-message';

/** Opens a connection to the broker; its file is loaded for it. */
export type OpenConnection = (
  url: string,
  options: Omit<MqttConnectionOptions, 'createClient'>,
  isWanted: boolean,
) => Promise<MqttConnection>;

/** How often tabs are asked what they want; those that have not answered since the last time are gone. In milliseconds. */
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
  readonly #openConnection: OpenConnection;
  readonly #wanted = new Map<string, { readonly email: string; hasAnswered: boolean }>();
  readonly #endFollowing: () => void;
  readonly #askTimer: ReturnType<typeof setInterval>;
  #state = noState;
  #email: string | undefined;
  #connection: MqttConnection | undefined;
  /** Of the latest connection that was asked for; others that are still being opened are dropped. */
  #opening = 0;
  #isOpening = false;
  #lastUnreadable = Number.NEGATIVE_INFINITY;

  /** @param post reaches all tabs, this one, too */
  constructor(shell: RealtimeShell, post: (message: RelayMessage) => void, openConnection: OpenConnection) {
    this.#shell = shell;
    this.#post = post;
    this.#openConnection = openConnection;
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
    if (this.#connection) this.#connection.verify();
    else if (!this.#isOpening && this.#email !== undefined) void this.#open(this.#email);
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
    void this.#open(email);
  };

  async #open(email: string): Promise<void> {
    this.#opening += 1;
    this.#isOpening = true;
    const opening = this.#opening;
    const options = this.#getOptions(email);
    try {
      const connection = await this.#openConnection(this.#shell.getBrokerUrl(), options, this.#isWanted());
      if (opening !== this.#opening) return connection.end();
      this.#connection = connection;
      connection.setWanted(this.#isWanted());
    } catch (error) {
      if (opening !== this.#opening) return;
      // The next wake-up tries again.
      options.onFailure(error);
      options.onStatus('off', false);
    }
    this.#isOpening = false;
  }

  #getOptions(email: string): Omit<MqttConnectionOptions, 'createClient'> {
    return {
      topic: email === '' ? undefined : getNotificationTopic(email),
      credentials: (refused) => this.#shell.getCredentials(email, refused),
      onMessage: (bytes) => {
        const payload = new TextDecoder().decode(bytes);
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
    this.#opening += 1;
    this.#isOpening = false;
    this.#connection?.end();
    this.#connection = undefined;
  }

  #report(message: string, error: unknown): void {
    this.#shell.report({ kind: 'reported', source: '@portico/shared', message, error });
  }
}
