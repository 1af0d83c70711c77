import type { RealtimeMessage } from '@portico/contract';
import { onWake } from '../page/browser-events';
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

/** How long the leading tab may take to answer before another one takes its place, in milliseconds. */
const answerTimeout = 3_000;
/** Period at which a visible tab asks for the next attempt: the timers of a hidden leading tab are slow. */
const retryPeriod = 1_000;

/** Unreadable messages within this time are reported once, in milliseconds. */
const quietPeriod = 10_000;

/** What the realtime channel tells about a user. */
export interface RealtimeEvents {
  /** A notification was sent to the user. Each tab hears of it, at most once. */
  onMessage(message: RealtimeMessage): void;
  /** `live` again for each connection: what was sent before it may have been missed. */
  onStatus(status: RealtimeStatus): void;
}

interface Listener {
  readonly email: string;
  readonly events: RealtimeEvents;
  /** What it was last told, with the connection if that was `live`. */
  told: string;
}

/**
 * The one connection of the browser to the broker, as one of its tabs sees it. The tab takes part while it has a
 * listener.
 */
export class BrowserConnection {
  readonly #tab = createId();
  readonly #announcementHandlers = new Set<() => void>();
  readonly #listeners = new Set<Listener>();
  #leave: (() => void) | undefined;
  #channel: RelayChannel | undefined;
  #lock: LeaderLock | undefined;
  #leader: Leader | undefined;
  #state = noState;
  /** The connection that this tab follows; empty before the first, and after a time in which the tab did not listen. */
  #connection = '';
  #lastUnreadable = Number.NEGATIVE_INFINITY;
  #answers = 0;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;

  /** @returns ends it */
  addAnnouncementHandler(handler: () => void): () => void {
    this.#announcementHandlers.add(handler);
    this.#join();
    return () => {
      this.#announcementHandlers.delete(handler);
      this.#leaveIfUnused();
    };
  }

  /** @returns ends it */
  addListener(email: string, events: RealtimeEvents): () => void {
    const listener: Listener = { email, events, told: '' };
    this.#listeners.add(listener);
    this.#join();
    this.#tellStatus(listener);
    this.#sayWanted();
    return () => {
      if (!this.#listeners.delete(listener)) return;
      this.#sayWanted();
      this.#leaveIfUnused();
    };
  }

  #join(): void {
    if (this.#leave) return;
    // An open connection would keep the page out of the back-forward cache, or be dead when the page comes back.
    const suspend = () => this.#suspend();
    const resume = () => this.#resume();
    const endWaking = onWake(() => this.#check());
    window.addEventListener('pagehide', suspend);
    document.addEventListener('freeze', suspend);
    window.addEventListener('pageshow', resume);
    document.addEventListener('resume', resume);
    this.#leave = () => {
      endWaking();
      window.removeEventListener('pagehide', suspend);
      document.removeEventListener('freeze', suspend);
      window.removeEventListener('pageshow', resume);
      document.removeEventListener('resume', resume);
      this.#suspend();
    };
    this.#resume();
  }

  #leaveIfUnused(): void {
    if (this.#announcementHandlers.size > 0 || this.#listeners.size > 0) return;
    this.#leave?.();
    this.#leave = undefined;
  }

  #resume(): void {
    if (this.#lock) return;
    this.#channel = openRelayChannel((message) => this.#receive(message));
    this.#lock = requestLead((isAlone) => this.#lead(isAlone));
    this.#sayWanted();
    this.#check();
  }

  #suspend(): void {
    clearTimeout(this.#answerTimer);
    clearTimeout(this.#retryTimer);
    this.#channel?.post({ type: 'WANTED', tab: this.#tab, email: '' });
    this.#lock?.release();
    this.#lock = undefined;
    this.#leader?.end();
    this.#leader = undefined;
    this.#closeChannel();
    this.#connection = '';
    this.#adoptState(noState);
  }

  #lead(isAlone: boolean): () => void {
    // Each tab has a connection of its own, and nothing to tell the others.
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
      case 'CHECK':
        this.#leader?.verify();
        this.#leader?.postState();
        break;
      case 'WHAT_IS_WANTED':
        this.#sayWanted();
        break;
      case 'STATE':
        this.#adoptState(message);
        break;
      case 'MESSAGE':
        this.#deliver(message.email, message.payload);
        break;
      case 'IMPORT_MAP_CHANGED':
        this.#announce();
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
    this.#answers += 1;
    this.#state = state;
    if (isConnected(state.status)) {
      const isNew = this.#connection !== state.connection;
      this.#connection = state.connection;
      // The live map may have changed before this connection, also since the page was loaded.
      if (isNew) this.#announce();
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
      // The leading tab alone reports it. Without a leader, another script of the page has posted it.
      if (this.#leader && Date.now() - this.#lastUnreadable > quietPeriod) {
        this.#lastUnreadable = Date.now();
        reportFailure('A message was dropped.', error);
      }
      return;
    }
    for (const listener of this.#listeners) if (listener.email === email) listener.events.onMessage(message);
  }

  #announce(): void {
    for (const handler of this.#announcementHandlers) handler();
  }

  /** The leading tab may sleep or belong to another user: a visible page takes its place then. */
  #check(): void {
    if (this.#leader) {
      this.#leader.verify();
      return;
    }
    this.#channel?.post({ type: 'CHECK' });
    clearTimeout(this.#answerTimer);
    const answers = this.#answers;
    this.#answerTimer = setTimeout(() => {
      const user = getConnectionUser();
      const isAnswered = this.#answers > answers && (user === undefined || user === this.#state.email);
      if (!isAnswered && !this.#leader && document.visibilityState === 'visible') this.#lock?.steal();
    }, answerTimeout);
  }
}
