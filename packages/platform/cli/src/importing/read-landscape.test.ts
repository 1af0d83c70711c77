import { testFolder } from '@portico/check/testing';
import { CommandError } from '../terminal/arguments';
import { readLandscape } from './read-landscape';

const folder = testFolder();

test.each([
  [{ '@acme/\u001B[2Jpeople': 'https://acme.test/a.js' }, 'imports.@acme/?[2Jpeople: A name has a control character.'],
  [{ people: 'https://acme.test/\u0007a.js' }, 'imports.people: A name has a control character.'],
])('a map that would write to the terminal is refused: %j', async (imports, message) => {
  await folder.write({ 'map.json': JSON.stringify({ imports }) });
  const place = folder.at('map.json');
  await expect(readLandscape(place)).rejects.toThrow(new CommandError(`${place} is not an import map: ${message}`));
});
