import { changesPath, liveReloadParameter } from '@portico/contract';
import { listen } from '@portico/shared';
import { reloadWith } from './developer-mode';
import { runningOverrides } from './running-overrides';

const reconnectMilliseconds = 1_000;

/** Reloads the page when `portico dev` serves changed files. */
export function followDevServers(): () => void {
  const urls = [...runningOverrides().values()].map((address) => new URL(address));
  const servers = urls.filter(({ searchParams }) => searchParams.has(liveReloadParameter));
  const ends = [...new Set(servers.map(({ origin }) => origin))].map(followServer);
  return () => ends.forEach((end) => void end());
}

/** A hidden tab has no connection, because a browser opens at most six to a server; it reconnects when it is shown. */
function followServer(origin: string): () => void {
  /** The time of the last known change, in milliseconds since the page began to load. */
  let current = 0;
  let source: EventSource | undefined;
  let reconnection: ReturnType<typeof setTimeout> | undefined;
  const disconnect = () => {
    clearTimeout(reconnection);
    source?.close();
  };
  const connect = () => {
    disconnect();
    if (document.hidden) return;
    source = new EventSource(`${origin}${changesPath}?since=${Math.round(performance.now() - current)}`);
    source.onmessage = () => {
      current = performance.now();
      void reloadWith(() => {});
    };
    source.onerror = () => {
      disconnect();
      reconnection = setTimeout(connect, reconnectMilliseconds);
    };
  };
  connect();
  const ignore = listen(document, ['visibilitychange'], connect);
  return () => {
    ignore();
    disconnect();
  };
}
