import { hoursAgo } from '../page/date';

export type Health = 'up' | 'slow' | 'down';

/** The health of each of the last 30 days, the oldest first. */
const month = (troubles: Readonly<Record<number, Health>> = {}): readonly Health[] =>
  Array.from({ length: 30 }, (_, day) => troubles[day] ?? 'up');

/** Demo data. The last day is today. */
export const services = [
  { id: 'mail', uptime: 1, days: month() },
  { id: 'network', uptime: 0.992, days: month({ 11: 'down', 28: 'slow', 29: 'slow' }) },
  { id: 'files', uptime: 0.999, days: month({ 19: 'slow' }) },
  { id: 'printing', uptime: 0.994, days: month({ 27: 'down' }) },
  { id: 'telephony', uptime: 1, days: month() },
] as const;

export const incidents = [
  { id: 'wireless', at: hoursAgo(5), ongoing: true },
  { id: 'printer', at: hoursAgo(27), ongoing: false },
] as const;
