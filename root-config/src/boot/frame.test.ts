import { readFileSync } from 'node:fs';
import path from 'node:path';

const frame = readFileSync(path.join(__dirname, 'frame.css'), 'utf8');

test('the spinner is red whatever the accent of the tenant, and nothing else has a colour of its own', () => {
  expect(frame.match(/#[\da-f]{3,8}\b|(?:rgb|hsl|oklch|color)\([^)]*\)/g)).toEqual(['#e5392b']);
  expect(frame).toMatch(/\.portico-loader::before \{[^}]*border: 2px solid #e5392b/);
});
