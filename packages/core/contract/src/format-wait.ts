/** Writes a wait in seconds as both languages do, such as `45 s`, `11 min 48 s` or `1 h 30 min`. */
export function formatWait(seconds: number): string {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const parts = [
    hours > 0 && `${hours} h`,
    minutes > 0 && `${minutes} min`,
    hours === 0 && seconds % 60 > 0 && `${seconds % 60} s`,
  ];
  return parts.filter(Boolean).join(' ');
}
