import { offered } from '@portico/check';
import { getPublishedName, isPackageImport, moduleKeySchema, modulePrefix } from '@portico/contract';
import { publishedNameSchema } from '@portico/contract/publishing';
import * as v from 'valibot';
import type { FetchedBuild } from './fetch-build';
import type { Landscape } from './read-landscape';
import type { LandscapeRoutes } from './read-layout';

/** The use of a name of a landscape in the portal. */
export interface PlannedName {
  readonly name: string;
  readonly use: 'module' | 'package' | 'portal' | 'left out' | 'refused';
  readonly why: string;
  /** The key of the module, or the published name of the package. */
  readonly published?: string;
  /** The further first segments of the addresses of a module. */
  readonly routes?: readonly string[];
  readonly build?: FetchedBuild;
}

/** A name that is published. */
export type PublishedPlan = PlannedName & Required<Pick<PlannedName, 'build' | 'published'>>;

interface PlanSource {
  readonly landscape: Pick<Landscape, 'imports' | 'scoped'>;
  /** Absent without a layout. */
  readonly routes?: LandscapeRoutes | undefined;
  /** By name: the files, or the reason why they could not be read. */
  readonly builds: ReadonlyMap<string, FetchedBuild | string>;
  /** The names of the portal's live import map. */
  readonly live: ReadonlySet<string>;
  /** The names that the page of the landscape loads by `<script src>`, such as zone.js. */
  readonly loadedByPage: ReadonlySet<string>;
  /** The names that the caller leaves out. */
  readonly without: ReadonlySet<string>;
}

/** Whether the files of a name decide about its use. */
export function needsBuild(name: string, { landscape, without }: Pick<PlanSource, 'landscape' | 'without'>): boolean {
  return decideByName(name, landscape, without) === undefined;
}

/** Decides about the use of each name of a landscape. */
export function planLandscape(source: PlanSource): PlannedName[] {
  const { builds, landscape, live, loadedByPage, routes, without } = source;
  const names = [...landscape.imports.keys()];
  const imported = new Set(
    [...builds.values()].flatMap((build) => (typeof build === 'string' ? [] : [...build.names])),
  );
  const owners = new Map<string, string>();
  let plan = names.map((name): PlannedName => {
    const decided = decideByName(name, landscape, without);
    if (decided) return decided;
    const build = builds.get(name);
    if (build === undefined || typeof build === 'string') return refuse(name, build ?? 'Its files were not read.');
    return claimRoutes(decideByFiles(name, build, routes, new Set([...imported, ...loadedByPage])), owners);
  });
  // A refused name takes those along that import it.
  for (;;) {
    const known = new Set([...live, ...offered, ...plan.filter(isPublished).map(({ name }) => name)]);
    const next = plan.map((each) => {
      const missing = isPublished(each) ? [...each.build.names].filter((name) => !known.has(name)) : [];
      if (missing.length === 0) return each;
      return refuse(each.name, `It imports ${missing.join(', ')}, which neither this import nor the portal has.`);
    });
    if (next.every((each, index) => each === plan[index])) return next;
    plan = next;
  }
}

export function isPublished(planned: PlannedName): planned is PublishedPlan {
  return planned.published !== undefined && planned.build !== undefined;
}

function refuse(name: string, why: string): PlannedName {
  return { name, use: 'refused', why };
}

function decideByName(
  name: string,
  { imports, scoped }: Pick<Landscape, 'imports' | 'scoped'>,
  without: ReadonlySet<string>,
): PlannedName | undefined {
  if (without.has(name)) return { name, use: 'left out', why: 'You leave it out.' };
  if (name.endsWith('/')) return { name, use: 'left out', why: 'A folder: modules load their own files.' };
  if (!name.startsWith(modulePrefix) && !isPackageImport(name)) {
    return { name, use: 'portal', why: 'The portal has it, and all modules share that one.' };
  }
  const address = imports.get(name);
  if (typeof address === 'string') return refuse(name, address);
  const scope = scoped.get(name);
  if (scope === undefined) return undefined;
  return refuse(
    name,
    `The scope ${scope} has another version: publish both, and name the range of each module in "shared".`,
  );
}

function decideByFiles(
  name: string,
  build: FetchedBuild,
  routes: LandscapeRoutes | undefined,
  imported: ReadonlySet<string>,
): PlannedName {
  const last = name.split('/').at(-1) ?? '';
  // Angular has a method of this name too, in each of its builds.
  const isRootConfig = build.registersApplications && !build.hasLifecycles && !routes?.has(name);
  if (isRootConfig || last === 'root-config') {
    return { name, use: 'portal', why: 'A root config: the shell of the portal replaces it.' };
  }
  const { isEverywhere = false, segments = [] } = routes?.get(name) ?? {};
  const [key, ...others] = segments;
  if (key !== undefined)
    return { name, use: 'module', why: 'It keeps its route.', published: key, routes: others, build };
  if (isEverywhere) {
    return refuse(
      name,
      'It has no first segment of its own: the portal has the top bar and the home page. Its links become "navigation" of the modules, its other parts parcels in places.',
    );
  }
  if (build.hasLifecycles) {
    const why = 'It has lifecycles and no route: the last part of its name is the key.';
    return { name, use: 'module', why, published: last, routes: [], build };
  }
  if (!name.startsWith('@') && !imported.has(name))
    return { name, use: 'left out', why: 'Nothing in the map imports it.' };
  const published = getPublishedName(name);
  const issue = v.safeParse(publishedNameSchema, published).issues?.[0];
  if (issue) return refuse(name, issue.message);
  const isWrapped = build.form === 'script';
  return {
    name,
    use: 'package',
    why: isWrapped ? 'Its script is wrapped into a System module.' : 'It has no lifecycles.',
    published,
    build,
  };
}

/** Refuses a module whose key or route is malformed, reserved, or taken by another name. */
function claimRoutes(planned: PlannedName, owners: Map<string, string>): PlannedName {
  if (planned.use !== 'module') return planned;
  for (const segment of [planned.published, ...(planned.routes ?? [])]) {
    const issue = v.safeParse(moduleKeySchema, segment).issues?.[0];
    if (issue) return refuse(planned.name, `Its route /${segment}: ${issue.message}`);
    const owner = owners.get(String(segment));
    if (owner !== undefined)
      return refuse(planned.name, `${owner} has the route /${segment}: one module owns a first segment.`);
  }
  for (const segment of [planned.published, ...(planned.routes ?? [])]) owners.set(String(segment), planned.name);
  return planned;
}
