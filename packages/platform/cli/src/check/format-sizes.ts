import type { LoadedFile } from './read-loaded-files';

export function formatKilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** One line for each file, largest first, then the sum. */
export function formatSizes(files: readonly LoadedFile[]): string[] {
  const sum = files.reduce((total, { size }) => total + size, 0);
  const rows = [...files].sort((one, other) => other.size - one.size).map(({ name, size }) => [size, name] as const);
  return [...rows, [sum, 'compressed, until it is on screen'] as const].map(
    ([size, name]) => `  ${formatKilobytes(size).padStart(10)}  ${name}`,
  );
}
