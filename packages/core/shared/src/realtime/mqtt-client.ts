import {
  type ConnectRequest,
  disconnectRequest,
  encodeConnect,
  encodeSubscribe,
  encodeUnsubscribe,
  PacketReader,
  pingRequest,
  type ReceivedPacket,
} from './mqtt-packets';
import { ConnectionRefusal, SubscriptionRefusal } from './refusals';

/** The subprotocol of the websocket. */
export const mqttProtocol = 'mqtt';

/** What a client tells of its connection. After `onClose` it tells nothing until the next `connect`. */
export interface MqttClientEvents {
  /** The broker accepted the connection. */
  onConnect(): void;
  onMessage(topic: string, payload: Uint8Array): void;
  /** Something has arrived: the connection works. */
  onPacket(): void;
  /** The broker refused the connection, did not answer, or sent nonsense. `onClose` follows. */
  onError(error: unknown): void;
  onClose(): void;
}

/** Called with an error when the broker refuses, or the connection is lost before it answers. */
type Answer = (error?: Error) => void;

/** How long the broker may take to accept a connection, in milliseconds. */
const connectTimeout = 10_000;
const largestId = 0xff_ff;

/**
 * A client of an MQTT broker: one connection at a time, with subscriptions of quality of service 0. It neither
 * publishes nor reconnects.
 */
export class MqttClient {
  readonly #openSocket: () => WebSocket;
  readonly #events: MqttClientEvents;
  readonly #answers = new Map<number, Answer>();
  #socket: WebSocket | undefined;
  #isConnected = false;
  #id = 0;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(openSocket: () => WebSocket, events: MqttClientEvents) {
    this.#openSocket = openSocket;
    this.#events = events;
  }

  /** Whether the broker has accepted the connection. */
  get isConnected(): boolean {
    return this.#isConnected;
  }

  /** Opens a connection. To be called when there is none. */
  connect(request: ConnectRequest): void {
    const socket = this.#openSocket();
    const reader = new PacketReader();
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    // An earlier socket may still be closing.
    const isCurrent = () => socket === this.#socket;
    socket.addEventListener('open', () => isCurrent() && this.#send(encodeConnect(request)));
    socket.addEventListener('message', ({ data }) => isCurrent() && this.#receive(reader, data));
    socket.addEventListener('close', () => isCurrent() && this.close());
    // What follows is `close`; without a listener, some environments throw.
    socket.addEventListener('error', () => {});
    this.#connectTimer = setTimeout(() => this.#fail(new Error('connack timeout')), connectTimeout);
  }

  subscribe(topic: string, onAnswer: Answer): void {
    this.#ask(encodeSubscribe, topic, onAnswer);
  }

  unsubscribe(topic: string, onAnswer: Answer): void {
    this.#ask(encodeUnsubscribe, topic, onAnswer);
  }

  ping(): void {
    this.#send(pingRequest);
  }

  /** Ends the connection at once, also one to a broker that does not answer any more. */
  close(): void {
    const socket = this.#socket;
    if (!socket) return;
    if (this.#isConnected) this.#send(disconnectRequest);
    this.#socket = undefined;
    this.#isConnected = false;
    clearTimeout(this.#connectTimer);
    socket.close();
    const answers = [...this.#answers.values()];
    this.#answers.clear();
    // Before the answers, which are no refusals then.
    this.#events.onClose();
    for (const answer of answers) answer(new Error('Connection closed'));
  }

  #ask(encode: (id: number, topic: string) => Uint8Array<ArrayBuffer>, topic: string, onAnswer: Answer): void {
    this.#id = (this.#id % largestId) + 1;
    this.#answers.set(this.#id, onAnswer);
    this.#send(encode(this.#id, topic));
  }

  #send(packet: Uint8Array<ArrayBuffer>): void {
    if (this.#socket?.readyState === this.#socket?.OPEN) this.#socket?.send(packet);
  }

  #receive(reader: PacketReader, data: ArrayBuffer): void {
    const socket = this.#socket;
    let packets: ReceivedPacket[];
    try {
      packets = reader.read(new Uint8Array(data));
    } catch (error) {
      this.#fail(error);
      return;
    }
    for (const packet of packets) {
      if (socket !== this.#socket) return;
      this.#events.onPacket();
      this.#handle(packet);
    }
  }

  #handle(packet: ReceivedPacket): void {
    switch (packet.type) {
      case 'connack':
        this.#begin(packet.code);
        break;
      case 'publish':
        this.#events.onMessage(packet.topic, packet.payload);
        break;
      case 'suback':
      case 'unsuback': {
        const answer = this.#answers.get(packet.id);
        this.#answers.delete(packet.id);
        answer?.(packet.isRefused ? new SubscriptionRefusal() : undefined);
      }
    }
  }

  #begin(code: number): void {
    clearTimeout(this.#connectTimer);
    this.#isConnected = code === 0;
    if (this.#isConnected) this.#events.onConnect();
    else this.#fail(new ConnectionRefusal(code));
  }

  #fail(error: unknown): void {
    this.#events.onError(error);
    this.close();
  }
}
