const two = (value: number) => String(value).padStart(2, '0');

/** `HH:mm` */
export const formatTime = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** `DD-MM-YYYY HH:mm` */
export const formatDate = (date: Date) =>
  `${two(date.getDate())}-${two(date.getMonth() + 1)}-${date.getFullYear()} ${formatTime(date)}`;

/** Demo dates are relative to today. */
export const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
