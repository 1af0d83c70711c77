import type { Entry, PolicyNeeds } from '@portico/contract';
import type { LocalPackages } from '../build/mirror';
import { fetchIntoFolder } from '../build/mirror';
import { serveFolder, startLocalServer } from './local-server';

/** Where packages are, and what is known of their entries, by address. */
export interface ServedPackages {
  readonly addresses: Readonly<Record<string, string>>;
  readonly entries: Readonly<Record<string, Entry>>;
  /** What they need from the content policy, by name. */
  readonly policies: Readonly<Record<string, PolicyNeeds>>;
  readonly close: () => Promise<void>;
}

/** Serves packages from an origin of their own, each from a folder of its name. */
export async function servePackages(packages: LocalPackages): Promise<ServedPackages> {
  const served = new Map(
    Object.entries(packages).map(([name, local]) => [`/${name}/`, { ...local, answer: serveFolder(local.folder) }]),
  );
  const server = await startLocalServer(async (request, response) => {
    const url = request.url ?? '/';
    const [prefix, found] = [...served].find(([start]) => url.startsWith(start)) ?? [];
    if (prefix === undefined || found === undefined) return void response.writeHead(404).end();
    request.url = url.slice(prefix.length - 1);
    const { pathname } = new URL(request.url, 'http://localhost');
    if (found.mirror) await fetchIntoFolder(pathname.slice(1), found.folder, found.mirror);
    await found.answer(request, response);
  });
  const addresses = Object.entries(packages).map(([name, { entry }]) => [name, `${server.origin}/${name}/${entry}`]);
  return {
    addresses: Object.fromEntries(addresses),
    entries: Object.fromEntries(addresses.map(([name = '', address]) => [address, packages[name]?.details])),
    policies: Object.fromEntries(Object.entries(packages).map(([name, { policy = {} }]) => [name, policy])),
    close: server.close,
  };
}
