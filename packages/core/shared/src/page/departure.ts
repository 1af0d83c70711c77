/** The timeout for the next page, in milliseconds: a link may be a download, or the user may choose to stay. */
const departureTimeout = 10_000;

/** `returned`: the user left, and the browser restored the page from its cache. */
type DepartureEnd = 'stayed' | 'returned';

interface Departure {
  readonly end: Promise<DepartureEnd>;
  readonly resolve: (end: DepartureEnd) => void;
}

let departure: Departure | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Starts to record page unloads. Only root-config calls it, before anything else runs. */
export function followDepartures(): void {
  window.addEventListener('beforeunload', () => {
    begin();
    timer = setTimeout(() => finish('stayed'), departureTimeout);
  });
  window.addEventListener('pagehide', begin);
  window.addEventListener('pageshow', () => finish('returned'));
}

/**
 * Resolves when the current page unload ends, and says how; `undefined` without an unload. Errors during an unload are
 * ignored: Firefox and Safari end all requests of a page when the unload starts, which may be seconds before the page
 * closes. Never resolves if the page closes.
 */
export function getDeparture(): Promise<DepartureEnd> | undefined {
  return departure?.end;
}

function begin(): void {
  clearTimeout(timer);
  if (departure) return;
  let resolve: Departure['resolve'] = () => {};
  const end = new Promise<DepartureEnd>((settle) => {
    resolve = settle;
  });
  departure = { end, resolve };
}

function finish(end: DepartureEnd): void {
  clearTimeout(timer);
  departure?.resolve(end);
  departure = undefined;
}
