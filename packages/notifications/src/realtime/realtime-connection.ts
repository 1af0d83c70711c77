import type { RealtimeCredentials } from '@portico/shared';
import type { IClientOptions, MqttClient } from 'mqtt';
import type { DeliveryStatus } from '../delivery/delivery';
import { isRefusal, isSubscriptionRefusal } from './is-refusal';
import { OptionalTopic, type OptionalTopicOptions } from './optional-topic';

export interface RealtimeConnectionOptions {
  /** Makes a client that connects when it is told to. */
  readonly createClient: (options: IClientOptions) => MqttClient;
  readonly topic: string;
  /** Asked before each attempt; `refused` is what the broker has refused last. */
  readonly credentials: (refused?: RealtimeCredentials) => Promise<RealtimeCredentials>;
  readonly onMessage: (payload: Uint8Array) => void;
  /** Is listened to as well, where the broker allows it. */
  readonly optional: OptionalTopicOptions;
  /** `live` each time that the topic is subscribed to. */
  readonly onStatus: (status: DeliveryStatus) => void;
  /** An attempt failed; told once until the next connection. */
  readonly onFailure: (error: unknown) => void;
}

/** From one attempt to the next (specification, section 9), in milliseconds. */
const reconnectPeriod = 1_000;
/** After two refusals, and up to half as much again, so that not all tabs of all users come at once. */
const refusedPeriod = 60_000;
/** How long the broker may take to answer, and how often it is asked, so that no proxy takes the line for dead. */
const pingLimit = 2_000;
const pingPeriod = 45_000;

/**
 * A subscription to a topic, and to an optional one, that is kept up until `end`. The client's own reconnecting is off: it would not wait for
 * the token of the next attempt, and would dial on after a refusal, or never again.
 */
export class RealtimeConnection {
  readonly #options: RealtimeConnectionOptions;
  readonly #client: MqttClient;
  readonly #optional: OptionalTopic;
  #attempt: 'none' | 'under-way' | 'subscribed' = 'none';
  #hasDialled = false;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #used: RealtimeCredentials | undefined;
  #refused: RealtimeCredentials | undefined;
  #refusals = 0;
  #hasReported = false;
  #hasEnded = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #pulse: ReturnType<typeof setInterval>;

  constructor(options: RealtimeConnectionOptions) {
    this.#options = options;
    this.#optional = new OptionalTopic(options.optional);
    this.#client = options.createClient({
      protocolVersion: 4,
      clean: true,
      clientId: `portico-${crypto.randomUUID()}`,
      // Far more than the minute that timers of hidden pages are held back for. The worker that the client would rather
      // count in comes from a blob, which the content policy forbids.
      keepalive: 240,
      timerVariant: 'native',
      connectTimeout: 10_000,
      manualConnect: true,
      reconnectPeriod: 0,
      resubscribe: false,
      queueQoSZero: false,
    });
    this.#client.on('connect', this.#onConnect);
    this.#client.on('message', this.#onMessage);
    this.#client.on('error', this.#onError);
    this.#client.on('close', this.#onClose);
    this.#client.on('packetreceive', this.#onPacket);
    this.#pulse = setInterval(() => this.#client.connected && this.#ping(), pingPeriod);
    void this.#connect();
  }

  /** Whether it still holds what it looks like; tries again at once where it waits to. */
  verify(): void {
    if (this.#client.connected) this.#ping();
    else if (this.#attempt === 'none' && this.#refusals < 2) this.#retryIn(0);
  }

  /** Ends the connection at once. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#pingTimer);
    clearInterval(this.#pulse);
    const client = this.#client;
    client.removeListener('connect', this.#onConnect);
    client.removeListener('message', this.#onMessage);
    client.removeListener('close', this.#onClose);
    client.removeListener('packetreceive', this.#onPacket);
    client.removeListener('error', this.#onError);
    // Without a dial there is nothing to close.
    if (this.#hasDialled) client.end(true);
  }

  async #connect(): Promise<void> {
    this.#attempt = 'under-way';
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
    this.#client.subscribe(this.#options.topic, { qos: 0 }, (error) => {
      if (this.#hasEnded || this.#attempt !== 'under-way') return;
      if (error) return this.#rejectSubscription(error);
      this.#attempt = 'subscribed';
      this.#refused = undefined;
      this.#refusals = 0;
      this.#hasReported = false;
      this.#options.onStatus('live');
      this.#optional.subscribe(this.#client);
    });
  };

  readonly #onMessage = (topic: string, payload: Uint8Array) => {
    if (topic === this.#options.topic) this.#options.onMessage(payload);
    else this.#optional.hear(topic);
  };

  readonly #onError = (error: unknown) => {
    if (this.#hasEnded) return;
    if (isRefusal(error)) {
      this.#refused = this.#used;
      this.#refusals += 1;
      // The first may be the fault of an old token.
      if (this.#refusals === 1) return;
    }
    this.#reportOnce(error);
  };

  readonly #onClose = () => {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = undefined;
    this.#attempt = 'none';
    const isRefused = this.#refusals > 1;
    this.#options.onStatus(isRefused ? 'off' : 'reconnecting');
    this.#retryIn(isRefused ? refusedPeriod * (1 + Math.random() / 2) : reconnectPeriod);
  };

  readonly #onPacket = () => {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = undefined;
  };

  /** Who is let in and may not listen would not by asking again at once. */
  #rejectSubscription(error: unknown): void {
    if (isSubscriptionRefusal(error)) this.#refusals = 2;
    this.#reportOnce(error);
    this.#client.stream.destroy();
  }

  #ping(): void {
    if (this.#pingTimer !== undefined) return;
    this.#pingTimer = setTimeout(() => this.#client.stream.destroy(), pingLimit);
    this.#client.sendPing();
  }

  #retryIn(wait: number): void {
    clearTimeout(this.#retry);
    const earliest = this.#attemptedAt + reconnectPeriod - Date.now();
    this.#retry = setTimeout(() => void this.#connect(), Math.max(wait, earliest, 0));
  }

  #reportOnce(error: unknown): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#options.onFailure(error);
  }
}
