import '@testing-library/jest-dom';
import { format } from 'node:util';
import { configure } from '@testing-library/dom';

// Longer than the default, for a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Warnings of React or a library fail the test; a test that expects one spies on the console.
const warnings: string[] = [];

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...values: unknown[]) => warnings.push(`console.${method}: ${format(...values)}`);
  }
});

afterEach(() => {
  const found = warnings.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
