import { importMapSchema } from '@portico/contract';
import * as v from 'valibot';
import {
  type BuiltFiles,
  digestOf,
  expect,
  historyOfModule,
  PortalProcess,
  publishedModule,
  publishFiles,
  publishingCall,
  test,
} from '../src';

const kills = 50;
/** As long as a publication takes here, roughly, in milliseconds: the kills fall everywhere in it. */
const longestWait = 400;

/** Files whose content tells their version. */
function filesOf(version: string): BuiltFiles {
  const names = ['remoteEntry.js', ...Array.from({ length: 12 }, (_, index) => `chunk-${index}.js`)];
  return new Map(names.map((name) => [name, Buffer.from(`"${version} ${name}";`.repeat(2_000))]));
}

/** The version that a map of the portal names, once every file of it has been fetched and found to be what it must be. */
async function wholeVersionOf(portal: PortalProcess): Promise<string> {
  const map = v.parse(importMapSchema, await (await fetch(`${portal.url}/import-map.json`)).json());
  const entry = map.imports[`@module/${publishedModule}`] ?? '';
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const version = folder.split('/').at(-2) ?? '';
  const files = filesOf(version);
  for (const [name, content] of files) {
    const answer = await fetch(portal.url + folder + name);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    const integrity = `sha384-${Buffer.from(digestOf(content), 'base64url').toString('base64')}`;
    expect(map.integrity[folder + name]).toBe(integrity);
  }
  return version;
}

test('a server that is killed while it publishes has the old map afterwards or the new one, whole', async () => {
  test.setTimeout(1_200_000);
  const portal = await PortalProcess.start();
  try {
    let live = await publishFiles(portal, publishedModule, filesOf('0.0.0'), { version: '0.0.0' });
    let cutOff = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const version = `0.0.${kill}`;
      const publishing = publishFiles(portal, publishedModule, filesOf(version), { version }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * longestWait));
      await portal.crash();
      const answered = await publishing;
      const found = await wholeVersionOf(portal);
      // What was answered is kept; what was not may have got through.
      expect([version, ...(answered === undefined ? [live] : [])]).toContain(found);
      if (answered === undefined) cutOff += 1;
      live = found;
      const [newest] = await historyOfModule(portal, publishedModule);
      expect(newest).toMatchObject({ to: live, action: 'publish' });
    }
    // As many records as changes, numbered without a gap.
    const answer = await publishingCall(portal, 'GET', 'history?limit=200');
    const changes: { revision: number }[] = await answer.json();
    expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, index) => changes.length - index));
    // Kills that all came too late would show nothing.
    expect(cutOff).toBeGreaterThan(5);
    expect(changes.length).toBeGreaterThan(1);
  } finally {
    await portal.stop();
  }
});
