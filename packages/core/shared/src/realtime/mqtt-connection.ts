import { importMapTopic, type RealtimeCredentials } from '@portico/contract';
import type { IClientOptions, MqttClient } from 'mqtt';
import { type ConnectionStatus, createId } from './relay-message';

export interface MqttConnectionOptions {
  /** The address of the broker's websocket. */
  readonly url: string;
  /** The topic of the user; `undefined` without a session. */
  readonly topic: string | undefined;
  /** Returns the credentials of the next attempt; `refused` are those that the broker refused last. */
  readonly credentials: (refused?: RealtimeCredentials) => Promise<RealtimeCredentials | undefined>;
  /** Receives a message on the user's topic. */
  readonly onMessage: (payload: string) => void;
  /** Receives a message for every browser. */
  readonly onPortalMessage: (payload: string) => void;
  readonly onStatus: (status: ConnectionStatus) => void;
  /** Called when an attempt fails, once until the next connection. */
  readonly onFailure: (error: unknown) => void;
  /** Called once when the broker refuses the subscription to the messages for every browser. */
  readonly onPortalMessagesRefused: (error: unknown) => void;
}

/** The time between two attempts, in milliseconds. */
const reconnectPeriod = 1_000;
/** The time after two refusals, plus up to a half, so that browsers do not reconnect together. */
const refusedPeriod = 60_000;
/** The time between two pings, in milliseconds: a proxy may end an idle connection. */
const pingPeriod = 45_000;
/** The timeout of a ping, in milliseconds: the network may be slow, and the page busy. */
const pingTimeout = 20_000;
/** The timeout of a ping after a wake-up, when a connection is often closed. */
const wakeUpTimeout = 2_000;
/** Some brokers close the connection of a client that may not subscribe. After this many losses, it stops subscribing. */
const lossesLimit = 2;

const getClientOptions = (): IClientOptions => ({
  clientId: `portico-${createId()}`,
  protocolVersion: 4,
  clean: true,
  reconnectPeriod,
  reconnectOnConnackError: true,
  connectTimeout: 10_000,
  // In seconds: browsers delay timers of hidden pages by up to a minute. This class sends the pings.
  keepalive: 240,
  // The content policy forbids the worker that the client would use for timers.
  timerVariant: 'native',
  // A refused subscription fails the attempt, so this class subscribes after each connect.
  resubscribe: false,
  // Otherwise mqtt-packet keeps 65,536 buffers, 9 MB of memory.
  writeCache: false,
});

/** A connection that the broker has accepted. */
interface Accepted {
  readonly client: MqttClient;
  /** Whether it is subscribed to the user's topic. */
  isSubscribed: boolean;
  /** The last step of its subscriptions; the next one waits, because a broker could apply them in another order. */
  work: Promise<void>;
}

/**
 * Keeps a connection open until `end`, subscribed to the topic of the import map and, if wanted, to the user's. The
 * client reconnects by itself after a loss. After a refusal it waits for other credentials.
 */
export class MqttConnection {
  readonly #options: MqttConnectionOptions;
  readonly #pingTimer: ReturnType<typeof setInterval>;
  #isWanted: boolean;
  #client: MqttClient | undefined;
  #accepted: Accepted | undefined;
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
    this.#pingTimer = setInterval(() => this.#ping(pingTimeout), pingPeriod);
    void this.#connect();
  }

  /** Subscribes to the user's topic, or ends the subscription. */
  setWanted(isWanted: boolean): void {
    this.#isWanted = isWanted;
    const accepted = this.#accepted;
    if (accepted)
      accepted.work = accepted.work
        .then(() => this.#updateSubscription(accepted))
        .then(() => this.#tellStatus(accepted));
  }

  /** Checks whether the connection still works. Reconnects immediately if the client waits for its next attempt. */
  verify(): void {
    this.#ping(wakeUpTimeout);
    if (this.#client?.stream.destroyed && !this.#client.disconnecting) this.#client.reconnect();
  }

  /** Ends the connection immediately. */
  end(): void {
    this.#hasEnded = true;
    this.#accepted = undefined;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pingTimeoutTimer);
    clearInterval(this.#pingTimer);
    this.#client?.end(true);
  }

  /** Gets the credentials of the next attempt, and starts it unless the client does. */
  async #connect(): Promise<void> {
    try {
      const [{ default: mqtt }, credentials] = await Promise.all([
        import(/* webpackChunkName: "mqtt" */ 'mqtt'),
        this.#options.credentials(this.#refused),
      ]);
      if (this.#hasEnded) return;
      this.#used = credentials;
      if (this.#client) Object.assign(this.#client.options, credentials);
      else this.#follow(mqtt.connect(this.#options.url, { ...getClientOptions(), ...credentials }));
      if (this.#client?.disconnecting) this.#client.reconnect();
    } catch (error) {
      if (this.#hasEnded || this.#accepted) return;
      this.#reportOnce(error);
      this.#options.onStatus('reconnecting');
      this.#connectIn(reconnectPeriod);
    }
  }

  #connectIn(wait: number): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => void this.#connect(), wait);
  }

  #follow(client: MqttClient): void {
    this.#client = client;
    client.on('connect', () => {
      const accepted = { client, isSubscribed: false, work: Promise.resolve() };
      this.#accepted = accepted;
      accepted.work = this.#begin(accepted);
    });
    client.on('message', (topic, payload) => {
      if (topic === importMapTopic) this.#options.onPortalMessage(payload.toString());
      else if (topic === this.#options.topic && this.#accepted?.isSubscribed)
        this.#options.onMessage(payload.toString());
    });
    client.on('packetreceive', () => clearTimeout(this.#pingTimeoutTimer));
    client.on('error', (error) => {
      const isFirstRefusal = isRefusal(error) && this.#refusals === 0;
      if (isRefusal(error)) this.#refuse(client);
      // The client does not close a connection with invalid packets.
      else client.stream.destroy();
      // The first refusal may be due to an old token.
      if (!isFirstRefusal) this.#reportOnce(error);
    });
    client.on('close', () => {
      if (this.#hasEnded) return;
      clearTimeout(this.#pingTimeoutTimer);
      this.#accepted = undefined;
      const isOff = this.#refusals > 1;
      this.#options.onStatus(isOff ? 'off' : 'reconnecting');
      if (isOff) this.#connectIn(refusedPeriod * (1 + Math.random() / 2));
      else if (client.disconnecting) this.#connectIn(reconnectPeriod);
      else void this.#connect();
    });
  }

  /** Keeps the client from reconnecting with the same credentials. */
  #refuse(client: MqttClient): void {
    this.#refused = this.#used;
    this.#refusals += 1;
    client.end(true);
  }

  async #begin(accepted: Accepted): Promise<void> {
    await this.#updateSubscription(accepted);
    if (accepted === this.#accepted) await this.#subscribeToPortalMessages(accepted);
    if (accepted !== this.#accepted) return;
    this.#refused = undefined;
    this.#refusals = 0;
    this.#hasReported = false;
    this.#tellStatus(accepted);
  }

  #tellStatus(accepted: Accepted): void {
    if (accepted === this.#accepted) this.#options.onStatus(accepted.isSubscribed ? 'live' : 'connected');
  }

  /** Subscribes to the user's topic, or unsubscribes, as wanted. A refusal fails the attempt. */
  async #updateSubscription(accepted: Accepted): Promise<void> {
    const { topic } = this.#options;
    if (topic === undefined || accepted !== this.#accepted || accepted.isSubscribed === this.#isWanted) return;
    if (accepted.isSubscribed) {
      accepted.isSubscribed = false;
      await accepted.client.unsubscribeAsync(topic).catch(() => undefined);
      return;
    }
    try {
      await accepted.client.subscribeAsync(topic);
      accepted.isSubscribed = true;
    } catch (error) {
      // The connection was lost meanwhile.
      if (accepted !== this.#accepted) return;
      // The broker would refuse again in a second.
      this.#refusals = 2;
      this.#reportOnce(error);
      accepted.client.end(true);
      this.#accepted = undefined;
    }
  }

  /** Subscribes to the messages for all. Continues without them if the broker refuses: it may not know the topic yet. */
  async #subscribeToPortalMessages(accepted: Accepted): Promise<void> {
    if (this.#losses >= lossesLimit) return;
    try {
      await accepted.client.subscribeAsync(importMapTopic);
      this.#losses = 0;
    } catch (error) {
      if (this.#hasEnded) return;
      this.#losses = accepted === this.#accepted ? lossesLimit : this.#losses + 1;
      if (this.#losses >= lossesLimit) this.#options.onPortalMessagesRefused(error);
    }
  }

  #ping(timeout: number): void {
    if (!this.#accepted) return;
    const { client } = this.#accepted;
    clearTimeout(this.#pingTimeoutTimer);
    this.#pingTimeoutTimer = setTimeout(() => client.stream.destroy(), timeout);
    client.sendPing();
  }

  #reportOnce(error: unknown): void {
    if (this.#hasReported || this.#hasEnded) return;
    this.#hasReported = true;
    this.#options.onFailure(error);
  }
}

/** Whether the broker refused the credentials of an attempt (MQTT 3.1.1, section 3.2.2.3). */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 4 || error.code === 5);
}
