import { importMapTopic, type RealtimeCredentials } from '@portico/contract';
import { createId } from './create-id';
import { MqttClient } from './mqtt-client';
import { isRefusal, SubscriptionRefusal } from './refusals';

/** `off`: the broker has refused, and is not asked again for a minute. */
type ConnectionStatus = 'connected' | 'reconnecting' | 'off';

export interface MqttConnectionOptions {
  /** Opens a websocket to the broker. */
  readonly openSocket: () => WebSocket;
  /** The topic of the user; `undefined` without a session. */
  readonly topic: string | undefined;
  /** Called before each attempt; `refused` is what the broker has refused last. */
  readonly credentials: (refused?: RealtimeCredentials) => Promise<RealtimeCredentials | undefined>;
  /** A message on the user's topic. */
  readonly onMessage: (payload: Uint8Array) => void;
  /** A message on the topic of the import map. */
  readonly onAnnouncement: () => void;
  /** @param isSubscribed whether the user's topic is subscribed to */
  readonly onStatus: (status: ConnectionStatus, isSubscribed: boolean) => void;
  /** An attempt failed; called once until the next connection. */
  readonly onFailure: (error: unknown) => void;
  /** The broker does not let this client subscribe to the topic of the import map; called once. */
  readonly onAnnouncementsRefused: (error: unknown) => void;
}

/** From one attempt to the next, in milliseconds. */
const reconnectPeriod = 1_000;
/** After two refusals, and up to half as much again, so that not all browsers come at once. */
const refusedPeriod = 60_000;
/** The time between two pings, so that no proxy ends an idle connection, in milliseconds. */
const pingPeriod = 45_000;
/** How long the broker may take to answer one: a line may be slow, and a page busy. */
const pingTimeout = 20_000;
/** How long it may take after a wake-up, when a connection is often dead. */
const wakeUpTimeout = 2_000;
/** Well above the minute that browsers delay timers of hidden pages by, in seconds. */
const keepalive = 240;
/** Some brokers end the connection of a client that may not subscribe; after so many times in a row it stops asking. */
const lossesLimit = 2;

/**
 * Keeps a connection up until `end`, subscribed to the topic of the import map and, while it is wanted, to the user's.
 */
export class MqttConnection {
  readonly #options: MqttConnectionOptions;
  readonly #client: MqttClient;
  readonly #clientId = `portico-${createId()}`;
  readonly #pingTimer: ReturnType<typeof setInterval>;
  #isWanted: boolean;
  #isSubscribed = false;
  #isUnsubscribing = false;
  #attempt: 'none' | 'under-way' | 'connected' = 'none';
  #attempts = 0;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #used: RealtimeCredentials | undefined;
  #refused: RealtimeCredentials | undefined;
  #refusals = 0;
  #losses = 0;
  #hasReported = false;
  #hasEnded = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimeoutTimer: ReturnType<typeof setTimeout> | undefined;
  #pingDeadline = Number.POSITIVE_INFINITY;

  /** @param isWanted whether the user's topic is wanted from the start */
  constructor(options: MqttConnectionOptions, isWanted: boolean) {
    this.#options = options;
    this.#isWanted = isWanted;
    this.#client = new MqttClient(options.openSocket, {
      onConnect: () => this.#subscribe(() => this.#subscribeToAnnouncements(() => this.#finishAttempt())),
      onMessage: this.#onMessage,
      onPacket: () => this.#endPingTimeout(),
      onError: this.#onError,
      onClose: this.#onClose,
    });
    this.#pingTimer = setInterval(() => this.#client.isConnected && this.#ping(pingTimeout), pingPeriod);
    void this.#connect();
  }

  /** Subscribes to the user's topic, or ends the subscription. */
  setWanted(isWanted: boolean): void {
    this.#isWanted = isWanted;
    if (this.#attempt === 'connected') this.#updateSubscription();
  }

  /** Finds out whether the connection still works; tries again at once where it waits to. */
  verify(): void {
    if (this.#client.isConnected) this.#ping(wakeUpTimeout);
    else if (this.#attempt === 'none' && this.#refusals < 2) this.#retryIn(0);
  }

  /** Ends the connection at once. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#retryTimer);
    this.#endPingTimeout();
    clearInterval(this.#pingTimer);
    this.#client.close();
  }

  async #connect(): Promise<void> {
    this.#attempt = 'under-way';
    this.#attempts += 1;
    this.#attemptedAt = performance.now();
    try {
      const credentials = await this.#options.credentials(this.#refused);
      if (this.#hasEnded) return;
      this.#used = credentials;
      this.#client.connect({ clientId: this.#clientId, keepalive, ...credentials });
    } catch (error) {
      if (this.#hasEnded) return;
      this.#onError(error);
      this.#onClose();
    }
  }

  /** A refusal rejects the attempt. */
  #subscribe(onSuccess: () => void): void {
    const { topic } = this.#options;
    if (!this.#isWanted || topic === undefined) {
      onSuccess();
      return;
    }
    const attempt = this.#attempts;
    this.#client.subscribe(topic, (error) => {
      if (this.#isOver(attempt)) return;
      if (error) {
        this.#rejectSubscription(error);
        return;
      }
      this.#isSubscribed = true;
      onSuccess();
    });
  }

  /**
   * The connection goes on without announcements where the broker refuses them, as one does that does not know them
   * yet.
   */
  #subscribeToAnnouncements(onDone: () => void): void {
    if (this.#losses >= lossesLimit) {
      onDone();
      return;
    }
    const attempt = this.#attempts;
    this.#client.subscribe(importMapTopic, (error) => {
      if (this.#hasEnded) return;
      if (error) this.#countLoss(error);
      else this.#losses = 0;
      const isAnswered = !error || error instanceof SubscriptionRefusal;
      if (isAnswered && !this.#isOver(attempt)) onDone();
    });
  }

  #countLoss(error: Error): void {
    this.#losses = error instanceof SubscriptionRefusal ? lossesLimit : this.#losses + 1;
    if (this.#losses >= lossesLimit) this.#options.onAnnouncementsRefused(error);
  }

  #finishAttempt(): void {
    this.#attempt = 'connected';
    this.#refused = undefined;
    this.#refusals = 0;
    this.#hasReported = false;
    this.#options.onStatus('connected', this.#isSubscribed);
    this.#updateSubscription();
  }

  #updateSubscription(): void {
    const { onStatus, topic } = this.#options;
    if (topic === undefined || this.#isWanted === this.#isSubscribed || this.#isUnsubscribing) return;
    if (this.#isWanted) {
      this.#subscribe(() => {
        onStatus('connected', true);
        this.#updateSubscription();
      });
    } else {
      this.#isSubscribed = false;
      // A broker may end the old subscription after it has begun a new one, which would be lost.
      this.#isUnsubscribing = true;
      const attempt = this.#attempts;
      this.#client.unsubscribe(topic, () => {
        if (this.#isOver(attempt)) return;
        this.#isUnsubscribing = false;
        this.#updateSubscription();
      });
      onStatus('connected', false);
    }
  }

  /** Whether the connection of an attempt is gone. */
  #isOver(attempt: number): boolean {
    return this.#hasEnded || this.#attempt === 'none' || attempt !== this.#attempts;
  }

  readonly #onMessage = (topic: string, payload: Uint8Array) => {
    if (topic === importMapTopic) this.#options.onAnnouncement();
    else if (topic === this.#options.topic && this.#isSubscribed) this.#options.onMessage(payload);
  };

  readonly #onError = (error: unknown) => {
    if (this.#hasEnded) return;
    if (isRefusal(error)) {
      this.#refused = this.#used;
      this.#refusals += 1;
      // The first may be due to an old token.
      if (this.#refusals === 1) return;
    }
    this.#reportOnce(error);
  };

  readonly #onClose = () => {
    if (this.#hasEnded) return;
    this.#endPingTimeout();
    this.#attempt = 'none';
    this.#isSubscribed = false;
    this.#isUnsubscribing = false;
    const isRefused = this.#refusals > 1;
    this.#options.onStatus(isRefused ? 'off' : 'reconnecting', false);
    this.#retryIn(isRefused ? refusedPeriod * (1 + Math.random() / 2) : reconnectPeriod);
  };

  #rejectSubscription(error: unknown): void {
    // A broker that refuses the topic would do so again in a second.
    if (error instanceof SubscriptionRefusal) this.#refusals = 2;
    this.#reportOnce(error);
    this.#client.close();
  }

  #ping(timeout: number): void {
    const now = Date.now();
    const deadline = now + timeout;
    // One in the past says nothing: timers stand still while the computer sleeps.
    if (this.#pingDeadline > now && deadline >= this.#pingDeadline) return;
    this.#endPingTimeout();
    this.#pingDeadline = deadline;
    this.#pingTimeoutTimer = setTimeout(() => this.#client.close(), timeout);
    this.#client.ping();
  }

  #endPingTimeout(): void {
    clearTimeout(this.#pingTimeoutTimer);
    this.#pingDeadline = Number.POSITIVE_INFINITY;
  }

  #retryIn(wait: number): void {
    clearTimeout(this.#retryTimer);
    // Not by the clock, which may be set back.
    const earliest = this.#attemptedAt + reconnectPeriod - performance.now();
    this.#retryTimer = setTimeout(() => void this.#connect(), Math.max(wait, earliest, 0));
  }

  #reportOnce(error: unknown): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#options.onFailure(error);
  }
}
