/** Where the client takes access tokens from; an empty string when there is none to be had. */
export interface TokenSource {
  /** For a call that is about to be sent. */
  current(): Promise<string>;
  /** Instead of one that was refused. */
  renew(): Promise<string>;
}

const none = async () => '';
let source: TokenSource = { current: none, renew: none };

/** The session tells the client where tokens come from; the client knows nothing else of the session. */
export function takeTokensFrom(tokens: TokenSource): void {
  source = tokens;
}

export function tokenSource(): TokenSource {
  return source;
}
