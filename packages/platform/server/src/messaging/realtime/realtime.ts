/** Delivers messages to connected browsers, at most once: the database has what counts (docs/decisions/0012). */
export interface Realtime {
  /** Sends a message without waiting. It is lost if the broker cannot be reached. */
  publish(topic: string, payload: string): void;
  /** Closes the connections of ended sessions soon. */
  disconnectEndedSessions(): void;
  /** Whether messages from this process reach all browsers. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}
