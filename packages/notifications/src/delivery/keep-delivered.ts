import type { Delivery, DeliveryEvents, DeliveryStatus, StartDelivery } from './delivery';
import { onWake } from './on-wake';
import { startPolling } from './polling';

/** Wider windows alone are live (specification, section 9). */
const wideWindow = '(min-width: 769px)';

/**
 * Keeps notifications arriving until it is ended: by `startLive` in a wide window, by polling in a narrow one and
 * whenever that is not live. After each awakening the connection is checked and the lists are fetched.
 */
export function keepDelivered(startLive: StartDelivery, events: DeliveryEvents): () => void {
  const query = window.matchMedia(wideWindow);
  let live: Delivery | undefined;
  let polling: Delivery | undefined;

  const showStatus = (status: DeliveryStatus) => {
    if (status === 'live') {
      polling?.stop();
      polling = undefined;
    } else {
      polling ??= startPolling(events);
    }
    events.onStatus(status);
  };
  const choose = () => {
    live?.stop();
    live = undefined;
    if (query.matches) {
      showStatus('reconnecting');
      live = startLive({ ...events, onStatus: showStatus });
    } else {
      showStatus('periodic');
    }
  };

  const endWaking = onWake(() => {
    live?.verify();
    events.onGap();
  });
  query.addEventListener('change', choose);
  choose();
  return () => {
    query.removeEventListener('change', choose);
    endWaking();
    live?.stop();
    polling?.stop();
  };
}
