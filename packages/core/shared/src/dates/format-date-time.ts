const pad = (part: number) => String(part).padStart(2, '0');

/** A time of ISO 8601 as the portal shows it: `DD-MM-YYYY HH:mm`, in the time zone of the browser. */
export function formatDateTime(time: string): string {
  const at = new Date(time);
  const day = `${pad(at.getDate())}-${pad(at.getMonth() + 1)}-${at.getFullYear()}`;
  return `${day} ${pad(at.getHours())}:${pad(at.getMinutes())}`;
}
