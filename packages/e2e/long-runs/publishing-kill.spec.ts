import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { importMapSchema } from '@portico/contract';
import * as v from 'valibot';
import { computeDigest, listChanges, publishedModule, publishFiles } from '../features/publishing/publishing-test';
import type { BuiltFiles } from '../portal/build-module';
import { callOperator } from '../portal/call-operator';
import { PortalProcess } from '../portal/portal-process';

const kills = 8;

/** Files that contain their version. */
function createFiles(version: string): BuiltFiles {
  const names = ['remoteEntry.js', ...Array.from({ length: 12 }, (_, index) => `chunk-${index}.js`)];
  return new Map(names.map((name) => [name, Buffer.from(`"${version} ${name}";`.repeat(2_000))]));
}

/**
 * Returns the version in a map of the portal, after a check of the content of each of its files.
 */
async function findCompleteVersion(portal: PortalProcess): Promise<string> {
  const map = v.parse(importMapSchema, await (await fetch(`${portal.url}/import-map.json`)).json());
  const entry = map.imports[`@module/${publishedModule}`] ?? '';
  const folder = entry.slice(0, entry.lastIndexOf('/') + 1);
  const version = folder.split('/').at(-2) ?? '';
  const files = createFiles(version);
  for (const [name, content] of files) {
    const answer = await fetch(portal.url + folder + name);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    const integrity = `sha384-${Buffer.from(computeDigest(content), 'base64url').toString('base64')}`;
    expect(map.integrity[folder + name]).toBe(integrity);
  }
  return version;
}

test('a server that is killed while it publishes has either the complete old map or the complete new one', async () => {
  const portal = await PortalProcess.start();
  try {
    let begin = performance.now();
    let live = await publishFiles(portal, publishedModule, createFiles('0.0.0'), { version: '0.0.0' });
    let took = performance.now() - begin;
    let cutOff = 0;
    for (let kill = 1; kill <= kills; kill += 1) {
      const version = `0.0.${kill}`;
      begin = performance.now();
      const publishing = publishFiles(portal, publishedModule, createFiles(version), { version }).then(
        (published) => {
          took = performance.now() - begin;
          return published;
        },
        () => undefined,
      );
      // Kills are spread over the publication and the time after it, independent of the speed of the machine.
      const wait = ((kill - Math.random()) / kills) * 1.5 * took;
      await Promise.race([sleep(wait), publishing.then(() => sleep(Math.min(wait, 100)))]);
      await portal.crash();
      const answered = await publishing;
      const found = await findCompleteVersion(portal);
      // An answered publication is kept; an unanswered one may be kept.
      expect([version, ...(answered === undefined ? [live] : [])]).toContain(found);
      if (answered === undefined) {
        cutOff += 1;
        // It may take longer than the first start while other tests run.
        took *= 1.3;
      }
      live = found;
      const [newest] = await listChanges(portal, publishedModule);
      expect(newest).toMatchObject({ to: live, action: 'publish' });
    }
    // One record for each change, numbered without gaps.
    const answer = await callOperator(portal, 'GET', 'publishing/history?limit=200');
    const changes: { revision: number }[] = await answer.json();
    expect(changes.map(({ revision }) => revision)).toEqual(changes.map((_, index) => changes.length - index));
    // If every kill is too late, the test proves nothing.
    expect(cutOff).toBeGreaterThan(2);
    expect(changes.length).toBeGreaterThan(1);
  } finally {
    await portal.stop();
  }
});
