import { importMapTopic, type RealtimeCredentials } from '@portico/contract';
import type { IClientOptions, MqttClient } from 'mqtt';
import { createId } from './create-id';
import { isRefusal, isSubscriptionRefusal } from './is-refusal';

/** `off`: the broker has refused, and is not asked again for a minute. */
type ConnectionStatus = 'connected' | 'reconnecting' | 'off';

export interface MqttConnectionOptions {
  /** Makes a client that connects when it is told to. */
  readonly createClient: (options: IClientOptions) => MqttClient;
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
/** How long the broker may take to answer a ping, and the time between two, so that no proxy ends an idle connection. */
const pingTimeout = 2_000;
const pingPeriod = 45_000;
/** Some brokers end the connection of a client that may not subscribe; after so many times in a row it stops asking. */
const lossesLimit = 2;

/**
 * Keeps a connection up until `end`, subscribed to the topic of the import map and, while it is wanted, to the user's.
 * The reconnecting of the client itself is off: it would not wait for the token of the next attempt, and would go on
 * after a refusal at the same pace, or never again.
 */
export class MqttConnection {
  readonly #options: MqttConnectionOptions;
  readonly #client: MqttClient;
  readonly #pingTimer: ReturnType<typeof setInterval>;
  #isWanted: boolean;
  #isSubscribed = false;
  #isUnsubscribing = false;
  #attempt: 'none' | 'under-way' | 'connected' = 'none';
  #attempts = 0;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #hasDialled = false;
  #used: RealtimeCredentials | undefined;
  #refused: RealtimeCredentials | undefined;
  #refusals = 0;
  #losses = 0;
  #hasReported = false;
  #hasEnded = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimeoutTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param isWanted whether the user's topic is wanted from the start */
  constructor(options: MqttConnectionOptions, isWanted: boolean) {
    this.#options = options;
    this.#isWanted = isWanted;
    this.#client = options.createClient({
      protocolVersion: 4,
      clean: true,
      clientId: `portico-${createId()}`,
      // Well above the minute that browsers delay timers of hidden pages by. The worker that the client would rather
      // use for timers comes from a blob, which the content policy forbids.
      keepalive: 240,
      timerVariant: 'native',
      connectTimeout: 10_000,
      manualConnect: true,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
      // Otherwise mqtt-packet keeps 65,536 buffers from the first packet on, 9 MB of memory.
      writeCache: false,
    });
    this.#client.on('connect', this.#onConnect);
    this.#client.on('message', this.#onMessage);
    this.#client.on('error', this.#onError);
    this.#client.on('close', this.#onClose);
    this.#client.on('packetreceive', this.#onPacket);
    this.#pingTimer = setInterval(() => this.#client.connected && this.#ping(), pingPeriod);
    void this.#connect();
  }

  /** Subscribes to the user's topic, or ends the subscription. */
  setWanted(isWanted: boolean): void {
    this.#isWanted = isWanted;
    if (this.#attempt === 'connected') this.#updateSubscription();
  }

  /** Finds out whether the connection still works; tries again at once where it waits to. */
  verify(): void {
    if (this.#client.connected) this.#ping();
    else if (this.#attempt === 'none' && this.#refusals < 2) this.#retryIn(0);
  }

  /** Ends the connection at once. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pingTimeoutTimer);
    clearInterval(this.#pingTimer);
    const client = this.#client;
    client.removeListener('connect', this.#onConnect);
    client.removeListener('message', this.#onMessage);
    client.removeListener('close', this.#onClose);
    client.removeListener('packetreceive', this.#onPacket);
    client.removeListener('error', this.#onError);
    // A client that never dialled has nothing to close.
    if (this.#hasDialled) client.end(true);
  }

  async #connect(): Promise<void> {
    this.#attempt = 'under-way';
    this.#attempts += 1;
    this.#attemptedAt = Date.now();
    try {
      const credentials = await this.#options.credentials(this.#refused);
      if (this.#hasEnded) return;
      this.#used = credentials;
      Object.assign(this.#client.options, credentials);
      this.#hasDialled = true;
      this.#client.reconnect();
    } catch (error) {
      if (this.#hasEnded) return;
      this.#onError(error);
      this.#onClose();
    }
  }

  readonly #onConnect = () => {
    this.#subscribe(() => this.#subscribeToAnnouncements(() => this.#finishAttempt()));
  };

  /** A refusal rejects the attempt. */
  #subscribe(onSuccess: () => void): void {
    const { topic } = this.#options;
    if (!this.#isWanted || topic === undefined) {
      onSuccess();
      return;
    }
    const attempt = this.#attempts;
    this.#client.subscribe(topic, { qos: 0 }, (error) => {
      if (this.#isOver(attempt)) return;
      if (error) {
        this.#rejectSubscription(error);
        return;
      }
      this.#isSubscribed = true;
      onSuccess();
    });
  }

  /** The connection goes on without announcements where the broker refuses them, as one does that does not know them yet. */
  #subscribeToAnnouncements(onDone: () => void): void {
    if (this.#losses >= lossesLimit) {
      onDone();
      return;
    }
    const attempt = this.#attempts;
    this.#client.subscribe(importMapTopic, { qos: 0 }, (error) => {
      if (this.#hasEnded) return;
      if (error) this.#countLoss(error);
      else this.#losses = 0;
      const isAnswered = !error || isSubscriptionRefusal(error);
      if (isAnswered && !this.#isOver(attempt)) onDone();
    });
  }

  #countLoss(error: Error): void {
    this.#losses = isSubscriptionRefusal(error) ? lossesLimit : this.#losses + 1;
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
    clearTimeout(this.#pingTimeoutTimer);
    this.#pingTimeoutTimer = undefined;
    this.#attempt = 'none';
    this.#isSubscribed = false;
    this.#isUnsubscribing = false;
    const isRefused = this.#refusals > 1;
    this.#options.onStatus(isRefused ? 'off' : 'reconnecting', false);
    this.#retryIn(isRefused ? refusedPeriod * (1 + Math.random() / 2) : reconnectPeriod);
  };

  readonly #onPacket = () => {
    clearTimeout(this.#pingTimeoutTimer);
    this.#pingTimeoutTimer = undefined;
  };

  #rejectSubscription(error: unknown): void {
    // A broker that refuses the topic would do so again in a second.
    if (isSubscriptionRefusal(error)) this.#refusals = 2;
    this.#reportOnce(error);
    this.#client.stream.destroy();
  }

  #ping(): void {
    if (this.#pingTimeoutTimer !== undefined) return;
    this.#pingTimeoutTimer = setTimeout(() => this.#client.stream.destroy(), pingTimeout);
    this.#client.sendPing();
  }

  #retryIn(wait: number): void {
    clearTimeout(this.#retryTimer);
    const earliest = this.#attemptedAt + reconnectPeriod - Date.now();
    this.#retryTimer = setTimeout(() => void this.#connect(), Math.max(wait, earliest, 0));
  }

  #reportOnce(error: unknown): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#options.onFailure(error);
  }
}
