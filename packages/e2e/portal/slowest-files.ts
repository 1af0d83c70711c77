import path from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

const shown = 10;

/** Prints the slowest test files, the slowest first. */
export default class SlowestFiles implements Reporter {
  readonly #durations = new Map<string, number>();

  onTestEnd({ location: { file } }: TestCase, { duration }: TestResult): void {
    this.#durations.set(file, (this.#durations.get(file) ?? 0) + duration);
  }

  onEnd(): void {
    const slowest = [...this.#durations].sort(([, a], [, b]) => b - a).slice(0, shown);
    if (slowest.length === 0) return;
    console.log(`\nThe ${slowest.length} slowest files:`);
    for (const [file, duration] of slowest) {
      console.log(`${(duration / 1_000).toFixed(1).padStart(6)} s  ${path.relative(process.cwd(), file)}`);
    }
  }
}
