import '@testing-library/jest-dom';
import { format } from 'node:util';
import { configure } from '@testing-library/dom';

// A machine that has other work to do as well is slow, not wrong.
configure({ asyncUtilTimeout: 5_000 });
jest.setTimeout(20_000);

// What React or a library complains about fails the test; one that expects it spies on the console itself.
const complaints: string[] = [];

beforeEach(() => {
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...values: unknown[]) => complaints.push(`console.${method}: ${format(...values)}`);
  }
});

afterEach(() => {
  const found = complaints.splice(0);
  if (found.length > 0) throw new Error(found.join('\n'));
});
