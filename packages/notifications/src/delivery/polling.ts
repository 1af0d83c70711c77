import type { StartDelivery } from './delivery';

/** Between two looks at the lists, in milliseconds. */
const pollingPeriod = 60_000;

/** What remains where nothing is live: the lists are fetched every minute while somebody may see them. */
export const startPolling: StartDelivery = ({ onGap }) => {
  const timer = setInterval(() => document.visibilityState === 'visible' && onGap(), pollingPeriod);
  return { verify() {}, stop: () => clearInterval(timer) };
};
