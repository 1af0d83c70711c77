import { allConsoles, changeEvent, type RealtimeMessage } from '@portico/contract';
import { listen, onWake } from '../page/browser-events';
import { getConnectionUser, Leader, reportFailure } from './leader';
import { type LeaderLock, requestLead } from './leader-lock';
import {
  createId,
  isConnected,
  noState,
  openRelayChannel,
  parsePayload,
  type RealtimeStatus,
  type RelayChannel,
  type RelayMessage,
  type RelayState,
} from './relay-message';

/** The timeout for a response of the leading tab, in milliseconds. After it, another tab leads. */
const answerTimeout = 3_000;
/** The period of a visible tab's requests to reconnect, in milliseconds: a hidden leading tab has slow timers. */
const retryPeriod = 1_000;

/** The shortest time between two reports of invalid messages, in milliseconds. */
const quietPeriod = 10_000;

/** The events of a user's realtime channel. */
export interface RealtimeEvents {
  /** Receives a notification of the user. Each tab receives it at most once. */
  onMessage(message: RealtimeMessage): void;
  /** Receives the status: `live` again after each reconnect, because messages may be lost in between. */
  onStatus(status: RealtimeStatus): void;
}

/** Receives the changes that concern every browser. After each connect, all of them may have been missed. */
export interface PortalChanges {
  onImportMap?(): void;
  /** @param channel the channel of `channelMessage`; `undefined` if a change may have been missed */
  onChannel?(channel: string | undefined): void;
}

interface Listener {
  readonly email: string;
  readonly events: RealtimeEvents;
  /** The status that the listener received last, with the connection if that was `live`. */
  told: string;
}

/** The connection of the browser to the broker, shared by its tabs. This tab takes part unless it is suspended. */
export class BrowserConnection {
  readonly #tab = createId();
  readonly #portalListeners = new Set<PortalChanges>();
  readonly #listeners = new Set<Listener>();
  #channel: RelayChannel | undefined;
  #lock: LeaderLock | undefined;
  #leader: Leader | undefined;
  #state = noState;
  /** The id of the connection that this tab follows; empty before the first, and after the tab was suspended. */
  #connection = '';
  #lastUnreadable = Number.NEGATIVE_INFINITY;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // An open connection would keep the page out of the back-forward cache, or be closed when the page returns.
    const suspend = () => this.suspend();
    const resume = () => this.#resume();
    listen(window, ['pagehide'], suspend);
    listen(document, ['freeze'], suspend);
    listen(window, ['pageshow'], resume);
    listen(document, ['resume'], resume);
    onWake(() => this.#check());
    this.#resume();
  }

  /** Receives changes of the portal; returns a function that ends that. */
  addPortalListener(listener: PortalChanges): () => void {
    this.#portalListeners.add(listener);
    return () => void this.#portalListeners.delete(listener);
  }

  /** Receives the messages of a user; returns a function that ends that. */
  addListener(email: string, events: RealtimeEvents): () => void {
    const listener: Listener = { email, events, told: '' };
    this.#listeners.add(listener);
    this.#tellStatus(listener);
    this.#sayWanted();
    return () => {
      if (this.#listeners.delete(listener)) this.#sayWanted();
    };
  }

  /** Leaves the connection to the other tabs until the page returns. */
  suspend(): void {
    clearTimeout(this.#answerTimer);
    this.#channel?.post({ type: 'WANTED', tab: this.#tab, email: '' });
    this.#lock?.release();
    this.#lock = undefined;
    this.#leader?.end();
    this.#leader = undefined;
    this.#closeChannel();
    this.#connection = '';
    this.#adoptState(noState);
  }

  #resume(): void {
    if (this.#lock) return;
    this.#channel = openRelayChannel((message) => this.#receive(message));
    this.#lock = requestLead((isAlone) => this.#lead(isAlone));
    this.#sayWanted();
    this.#check();
  }

  #lead(isAlone: boolean): () => void {
    // Without locks, each tab has its own connection and sends nothing to the others.
    if (isAlone) this.#closeChannel();
    const leader = new Leader((message) => {
      this.#channel?.post(message);
      this.#receive(message);
    });
    this.#leader = leader;
    this.#sayWanted();
    return () => {
      leader.end();
      if (this.#leader === leader) this.#leader = undefined;
    };
  }

  #closeChannel(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  #receive(message: RelayMessage): void {
    switch (message.type) {
      case 'WANTED':
        this.#leader?.setWanted(message.tab, message.email);
        break;
      case 'WHAT_IS_WANTED':
        this.#sayWanted();
        break;
      case 'CHECK':
        this.#leader?.verify();
        break;
      case 'STATE':
        this.#adoptState(message);
        break;
      case 'MESSAGE':
        this.#deliver(message.email, message.payload);
        break;
      case 'IMPORT_MAP_CHANGED':
        this.#tellPortalListeners('onImportMap');
        tellConsole(allConsoles);
        break;
      case 'ANNOUNCEMENTS_CHANGED':
        this.#tellPortalListeners('onChannel', message.channel);
        tellConsole(message.channel);
    }
  }

  #sayWanted(): void {
    const [listener] = this.#listeners;
    const email = listener?.email ?? '';
    if (this.#leader) this.#leader.setWanted(this.#tab, email);
    else this.#channel?.post({ type: 'WANTED', tab: this.#tab, email });
  }

  #adoptState(state: RelayState): void {
    clearTimeout(this.#retryTimer);
    const user = getConnectionUser();
    if (user === undefined || user === state.email) clearTimeout(this.#answerTimer);
    this.#state = state;
    if (isConnected(state.status) && this.#connection !== state.connection) {
      this.#connection = state.connection;
      // The portal may have changed without a connection, also since the page was loaded.
      this.#tellPortalListeners('onImportMap');
      this.#tellPortalListeners('onChannel');
      tellConsole();
    } else if (state.status === 'reconnecting' && !this.#leader && this.#lock) {
      this.#retryTimer = setTimeout(() => this.#retry(), retryPeriod);
    }
    for (const listener of this.#listeners) this.#tellStatus(listener);
  }

  #retry(): void {
    if (document.visibilityState === 'visible') this.#channel?.post({ type: 'CHECK' });
  }

  #tellStatus(listener: Listener): void {
    const { email, status, connection } = this.#state;
    const ownStatus = email === listener.email && status !== 'connected' ? status : 'reconnecting';
    const told = ownStatus === 'live' ? `live ${connection}` : ownStatus;
    if (told === listener.told) return;
    listener.told = told;
    listener.events.onStatus(ownStatus);
  }

  #deliver(email: string, payload: string): void {
    let message: RealtimeMessage;
    try {
      message = parsePayload(payload);
    } catch (error) {
      // Only the leading tab reports it. Without a leader, another script of the page sent the message.
      if (this.#leader && Date.now() - this.#lastUnreadable > quietPeriod) {
        this.#lastUnreadable = Date.now();
        reportFailure('A message was dropped.', error);
      }
      return;
    }
    for (const listener of this.#listeners) if (listener.email === email) listener.events.onMessage(message);
  }

  #tellPortalListeners(change: keyof PortalChanges, channel?: string): void {
    for (const listener of this.#portalListeners) listener[change]?.(channel);
  }

  /** Checks the leading tab. If it sleeps or belongs to another user, a visible page becomes the leader. */
  #check(): void {
    if (this.#leader) {
      this.#leader.verify();
      return;
    }
    this.#channel?.post({ type: 'CHECK' });
    clearTimeout(this.#answerTimer);
    this.#answerTimer = setTimeout(() => {
      if (!this.#leader && document.visibilityState === 'visible') this.#lock?.steal();
    }, answerTimeout);
  }
}

/** Dispatches the event that the console of this tab receives: a module has no other access to the connection. */
function tellConsole(channel?: string): void {
  window.dispatchEvent(new CustomEvent(changeEvent, { detail: channel }));
}
