import type { LoadedFile } from './loaded-files';

export function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

/** The files, the largest first, and their sum, as lines. */
export function sizeList(files: readonly LoadedFile[]): string[] {
  const sum = files.reduce((total, { size }) => total + size, 0);
  const rows = [...files].sort((one, other) => other.size - one.size).map(({ name, size }) => [size, name] as const);
  return [...rows, [sum, 'compressed, until it is on screen'] as const].map(
    ([size, name]) => `  ${kilobytes(size).padStart(10)}  ${name}`,
  );
}
