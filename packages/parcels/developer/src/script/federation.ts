import { getModuleKey, modulePrefix } from '@portico/contract';
import * as v from 'valibot';

const remotesSchema = v.record(v.string(), v.object({ matchedVersion: v.string() }));
const moduleInfoSchema = v.record(v.string(), v.looseObject({ remotesInfo: v.optional(remotesSchema) }));

/** The modules of a page in the federation's run time, by name and address or by name alone. */
type ModuleInfo = v.InferOutput<typeof moduleInfoSchema>;

/** The global state of Module Federation 2, which its run times share and its browser tools read. */
interface Federation {
  moduleInfo: ModuleInfo;
}

const globalName = '__FEDERATION__';
// Untyped: a test elsewhere imports types of the run time, which would conflict.
const page: object = window;

/** Finds the global state, or creates it like the run time. */
function findFederation(): Federation {
  const known: Federation | undefined = Reflect.get(page, globalName);
  const federation = known ?? {
    moduleInfo: {},
    __GLOBAL_PLUGIN__: [],
    __INSTANCES__: [],
    __SHARE__: {},
    __MANIFEST_LOADING__: {},
    __PRELOADED_MAP__: new Map(),
    __PRELOADED_ASSETS__: new Set(),
  };
  Reflect.set(page, globalName, federation);
  return federation;
}

/** Shows the modules of the portal to the federation's browser tools, at the addresses of this page's overrides. */
export async function describeFederation(overrides: Readonly<Record<string, string>>): Promise<void> {
  const federation = findFederation();
  const response = await fetch('/modules/mf-snapshot.json');
  // The server sends paths, because each tenant has its own origin.
  const text = (await response.text()).replace(/(?<=[":])\/modules\//g, `${location.origin}$&`);
  const snapshot = v.parse(moduleInfoSchema, JSON.parse(text));
  for (const [name, address] of Object.entries(overrides)) {
    if (name.startsWith(modulePrefix)) override(snapshot, getModuleKey(name), address);
  }
  // The run time knows more about modules that it has loaded itself.
  federation.moduleInfo = { ...snapshot, ...federation.moduleInfo };
}

/** Overrides a remote of the portal. */
function override(snapshot: ModuleInfo, key: string, address: string): void {
  for (const [id, info] of Object.entries(snapshot)) {
    const deployed = info.remotesInfo?.[key];
    if (deployed) delete snapshot[`${key}:${deployed.matchedVersion}`];
    if (id === 'portico')
      snapshot[id] = { ...info, remotesInfo: { ...info.remotesInfo, [key]: { matchedVersion: address } } };
  }
  snapshot[`${key}:${address}`] = { version: address, remoteEntry: address };
}
