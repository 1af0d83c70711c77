import type { MqttClient } from 'mqtt';
import { isSubscriptionRefusal } from './is-refusal';

export interface OptionalTopicOptions {
  readonly topic: string;
  readonly onMessage: () => void;
  /** The broker does not let this user listen; told once. */
  readonly onRefusal: (error: unknown) => void;
}

/** Some brokers close the connection on who may not listen; after so many in a row it is not asked for any more. */
const lossesLimit = 2;

/** A topic that a connection does without where the broker refuses it, as one does that does not know it yet. */
export class OptionalTopic {
  readonly #options: OptionalTopicOptions;
  #losses = 0;

  constructor(options: OptionalTopicOptions) {
    this.#options = options;
  }

  /** At each connection, after what is needed has been subscribed to. */
  subscribe(client: MqttClient): void {
    if (this.#losses >= lossesLimit) return;
    client.subscribe(this.#options.topic, { qos: 0 }, (error) => {
      if (error) this.#meet(error);
      else this.#losses = 0;
    });
  }

  /** Takes a message if it is of this topic. */
  hear(topic: string): void {
    if (topic === this.#options.topic) this.#options.onMessage();
  }

  #meet(error: Error): void {
    this.#losses = isSubscriptionRefusal(error) ? lossesLimit : this.#losses + 1;
    if (this.#losses >= lossesLimit) this.#options.onRefusal(error);
  }
}
