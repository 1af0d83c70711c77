/**
 * How long the next page may take to arrive, in milliseconds. Then the page stays: the link was a download, or the user
 * said so.
 */
const departureTimeout = 10_000;

/** `returned`: the page was left, and the browser has brought it back as it was. */
type DepartureEnd = 'stayed' | 'returned';

interface Departure {
  readonly end: Promise<DepartureEnd>;
  readonly resolve: (end: DepartureEnd) => void;
}

let departure: Departure | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follows from now on whether the page is being left. Only root-config calls it, before anything else runs. */
export function followDepartures(): void {
  window.addEventListener('beforeunload', () => {
    begin();
    timer = setTimeout(() => finish('stayed'), departureTimeout);
  });
  window.addEventListener('pagehide', begin);
  window.addEventListener('pageshow', () => finish('returned'));
}

/**
 * How the departure under way ends, or `undefined` without one. What fails meanwhile is nobody's failure: Firefox and
 * Safari end all requests of a page as soon as it is to be left, which may be seconds before it goes. Never resolves
 * for a page that is gone for good.
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
