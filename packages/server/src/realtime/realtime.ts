/** Brings messages to the browsers that are connected. At most once: what counts stands in the database. */
export interface Realtime {
  /** Hands a message over and does not wait; a broker that cannot be reached loses it. */
  publish(topic: string, payload: string): void;
  /** Cuts off, soon, whoever is connected by a session that is not live any more. */
  dropEndedSessions(): void;
  /** Whether messages published here reach everybody. */
  isReady(): boolean;
  close(): Promise<void>;
}
