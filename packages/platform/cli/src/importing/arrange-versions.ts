import { createHash } from 'node:crypto';
import { offered } from '@portico/check';
import { getImportName, getPublishedName, modulePrefix } from '@portico/contract';
import type { SharedPackages } from '@portico/contract/publishing';
import { CommandError } from '../terminal/arguments';
import type { FetchedBuild } from './fetch-build';
import type { PublishedPlan } from './plan-landscape';

/** Fields of `portico` in package.json; `readBuiltModule` parses them. */
export type ManifestFields = Readonly<Record<string, unknown>>;

/** A version of a landscape, as a team would build it. */
export interface ArrangedVersion extends Pick<FetchedBuild, 'entry' | 'files' | 'form'> {
  /** The name in the import map of the portal. */
  readonly name: string;
  readonly published: string;
  /** Its other fields of `portico` in package.json. */
  readonly fields: ManifestFields;
  /** The imported packages and modules, with their ranges. */
  readonly shared: SharedPackages;
}

type Draft = Omit<ArrangedVersion, 'shared'> & { readonly names: ReadonlySet<string> };

/** The entry that the import writes beside the one of the build. */
const ownEntry = 'portico-entry.js';

/**
 * Arranges the names of a plan as versions, each after those that it imports. A module that others import by its name in
 * the landscape gets a package of that name, which exports what the module exports.
 * @param preloaded the packages that every module imports first, as the root config or its page does
 * @param live the names of the portal's live import map
 * @param fields by name in the landscape: what the team declares
 * @throws CommandError for modules that import each other
 */
export function arrangeVersions(
  plans: readonly PublishedPlan[],
  preloaded: readonly string[],
  live: ReadonlySet<string>,
  fields: Readonly<Record<string, ManifestFields>> = {},
): ArrangedVersion[] {
  const imported = new Set(plans.flatMap(({ build }) => [...build.names]));
  const drafts = plans.flatMap((plan) => {
    const isAliased = plan.use === 'module' && imported.has(plan.name) && !plan.name.startsWith(modulePrefix);
    return [createDraft(plan, preloaded, fields[plan.name]), ...(isAliased ? [createAlias(plan)] : [])];
  });
  const byName = new Map(drafts.map((draft) => [draft.name, draft]));
  const started = new Set<string>();
  const arranged = new Map<string, ArrangedVersion>();

  function arrange({ names, ...draft }: Draft): void {
    started.add(draft.name);
    const shared: Record<string, string> = {};
    for (const name of names) {
      const found = byName.get(name);
      if (found && !started.has(name)) arrange(found);
      if (arranged.has(name) || (!found && live.has(name))) shared[name] = '*';
      // Every page has all packages, so two of them may import each other without a declaration.
      else if (name.startsWith(modulePrefix)) {
        throw new CommandError(
          `${draft.name} and ${name} import each other: the portal publishes one after the other.`,
        );
      }
    }
    arranged.set(draft.name, { ...draft, shared });
  }
  for (const draft of drafts) if (!started.has(draft.name)) arrange(draft);
  return [...arranged.values()];
}

/** Names a version by its files and declarations, so that the same landscape has the same versions. */
export function computeVersion({ entry, fields, files, shared }: ArrangedVersion): string {
  const digests = [...files].map(([name, content]) => `${name} ${createHash('sha256').update(content).digest('hex')}`);
  const lines = [entry, ...digests.sort(), JSON.stringify(fields), ...Object.keys(shared).sort()];
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
}

function createDraft(
  { build, name: given, published, routes = [], use }: PublishedPlan,
  preloaded: readonly string[],
  fields: ManifestFields = {},
): Draft {
  const name = getImportName(published);
  const own = [...build.names].filter((each) => !offered.includes(each));
  const { entry, files, form } = build;
  const base = { name, published, fields: { ...(routes.length > 0 && { routes }), ...fields } };
  const first = use === 'module' ? preloaded.filter((each) => each !== given) : [];
  const names = new Set([...own, ...first]);
  if (form === 'script') {
    const source = files.get(entry)?.toString('utf8') ?? '';
    return {
      ...base,
      entry: ownEntry,
      files: new Map([[ownEntry, wrapScript(source, [...new Set([...first, ...build.names])])]]),
      form: 'system',
      names,
    };
  }
  if (first.length === 0) return { ...base, entry, files, form, names };
  const generated = reexport(form, first, `./${entry}`, build.exports.has('default'));
  return {
    ...base,
    entry: ownEntry,
    files: new Map([...files, [ownEntry, generated]]),
    form,
    names,
  };
}

/** Creates the package that gives a module its name in the landscape. */
function createAlias({ build, name, published }: PublishedPlan): Draft {
  const module = getImportName(published);
  const content = reexport(build.form, [], module, build.exports.has('default'));
  return {
    name,
    published: getPublishedName(name),
    fields: {},
    entry: ownEntry,
    files: new Map([[ownEntry, content]]),
    form: build.form,
    names: new Set([module]),
  };
}

/** Writes a module that imports some names first and exports what another one exports. */
function reexport(form: FetchedBuild['form'], first: readonly string[], from: string, hasDefault: boolean): Buffer {
  const names = JSON.stringify([...first, from]);
  const setters = [...first.map(() => 'function () {}'), 'function (all) { add(all); }'].join(', ');
  const system = `System.register(${names}, function (add) { return { setters: [${setters}], execute: function () {} }; });\n`;
  const lines = [
    ...first.map((name) => `import ${JSON.stringify(name)};`),
    `export * from ${JSON.stringify(from)};`,
    ...(hasDefault ? [`export { default } from ${JSON.stringify(from)};`] : []),
  ];
  return Buffer.from(form === 'es-module' ? `${lines.join('\n')}\n` : system);
}

/** Writes a System module that runs a script of the form UMD or CommonJS, and exports what it sets. */
function wrapScript(source: string, names: readonly string[]): Buffer {
  const setters = names.map(
    (name) => `function (all) { found[${JSON.stringify(name)}] = "default" in all ? all.default : all; }`,
  );
  return Buffer.from(`System.register(${JSON.stringify(names)}, function (add) {
var found = {}, module = { exports: {} }, exports = module.exports;
var require = function (name) { return found[name]; };
return { setters: [${setters.join(', ')}], execute: function () {
var define;
(function () {
${source}
}).call(self);
if (typeof module.exports === "object") add(module.exports);
add("default", module.exports);
} }; });
`);
}
