import path from 'node:path';

const count = 10;

/** A Jest reporter that ends with the slowest test files. */
export default class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length < count) return;
    const slowest = testResults
      .map(({ perfStats, testFilePath }) => ({ seconds: perfStats.runtime / 1000, file: testFilePath }))
      .sort((one, other) => other.seconds - one.seconds)
      .slice(0, count);
    console.log('\nSlowest test files:');
    for (const { seconds, file } of slowest) {
      console.log(`${seconds.toFixed(1).padStart(6)} s  ${path.relative(process.cwd(), file)}`);
    }
  }
}
