import { startLocalServer } from '@portico/check';
import { testFolder } from '@portico/check/testing';
import { moduleFileMaxBytes } from '@portico/contract/publishing';
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

test('a map that is too large is refused', async () => {
  const host = await startLocalServer(async (_request, response) => {
    response.end(Buffer.concat([Buffer.from('{"imports":{}}'), Buffer.alloc(moduleFileMaxBytes, ' ')]));
  });
  const place = `${host.origin}/importmap.json`;
  const megabytes = moduleFileMaxBytes / 1024 / 1024;
  await expect(readLandscape(place)).rejects.toThrow(`${place} could not be read: it has more than ${megabytes} MB.`);
  await host.close();
});
