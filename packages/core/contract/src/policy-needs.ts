import * as v from 'valibot';
import { isExactOrigin } from './configuration';

const originSchema = v.pipe(
  v.string(),
  v.check(isExactOrigin, (issue) => `"${issue.input}" is not an exact origin such as https://api.example.com.`),
);

const maxSources = 50;
const sources = <Scheme extends string>(...schemes: Scheme[]) =>
  v.optional(v.pipe(v.array(v.union([v.picklist(schemes), originSchema])), v.maxLength(maxSources)));

/**
 * The needs of a module from the content policy of the page, beyond its own files and the portal's API: the field
 * `portico.policy` of its package.json, which a publication carries. In the configuration, what an operator allows.
 */
export const policyNeedsSchema = v.strictObject({
  /** Workers from `blob:` addresses. */
  workers: v.optional(v.literal(true)),
  /** Compiling WebAssembly. */
  wasm: v.optional(v.literal(true)),
  fonts: sources('data:'),
  /** Audio and video. Any list, also an empty one, adds the module's own files. */
  media: sources('data:', 'blob:'),
  images: sources(),
  /** Calls: fetch, event sources and websockets. */
  connections: sources(),
  frames: sources('blob:'),
});

/** The needs of a module from the content policy, or those that an operator allows. */
export type PolicyNeeds = v.InferOutput<typeof policyNeedsSchema>;

/** The allowed needs by module; `*` stands for all modules. */
export type AllowedNeeds = Readonly<Record<string, PolicyNeeds>>;

/** The kinds whose need is a list of sources. */
const sourceKinds = ['fonts', 'media', 'images', 'connections', 'frames'] as const;

/** Returns the needs of a module that the operator allows, for all modules or for this one. */
export function allowNeeds(module: string, needs: PolicyNeeds, allowed: AllowedNeeds): PolicyNeeds {
  const grants = [allowed['*'], allowed[module]].filter((grant) => grant !== undefined);
  const found: PolicyNeeds = {};
  if (needs.workers && grants.some(({ workers }) => workers)) found.workers = true;
  if (needs.wasm && grants.some(({ wasm }) => wasm)) found.wasm = true;
  for (const kind of sourceKinds) {
    if (needs[kind] === undefined || grants.every((grant) => grant[kind] === undefined)) continue;
    const granted = new Set<string>(grants.flatMap((grant) => grant[kind] ?? []));
    Object.assign(found, { [kind]: needs[kind].filter((source) => granted.has(source)) });
  }
  return found;
}

/** Returns all needs that the operator allows a module, whether or not the module declares them. */
export function listGrants(module: string, allowed: AllowedNeeds): PolicyNeeds {
  return joinNeeds([allowed['*'] ?? {}, (Object.hasOwn(allowed, module) ? allowed[module] : undefined) ?? {}]);
}

/** Lists needs as words, such as `wasm` and `frames https://maps.example.com`. */
export function listNeeds(needs: PolicyNeeds): string[] {
  const flags = (['workers', 'wasm'] as const).filter((kind) => needs[kind]);
  const listed = sourceKinds.flatMap((kind) => {
    const given: readonly string[] | undefined = needs[kind];
    if (given === undefined) return [];
    return kind === 'media'
      ? [kind, ...given.map((source) => `${kind} ${source}`)]
      : given.map((source) => `${kind} ${source}`);
  });
  return [...flags, ...listed];
}

/** Joins the needs of several modules. */
export function joinNeeds(all: readonly PolicyNeeds[]): PolicyNeeds {
  const joined: PolicyNeeds = {};
  if (all.some(({ workers }) => workers)) joined.workers = true;
  if (all.some(({ wasm }) => wasm)) joined.wasm = true;
  for (const kind of sourceKinds) {
    const having = all.filter((needs) => needs[kind] !== undefined);
    if (having.length > 0)
      Object.assign(joined, { [kind]: [...new Set(having.flatMap((needs) => needs[kind] ?? []))] });
  }
  return joined;
}

/** A violation of the content policy, as browsers report it. */
interface Violation {
  /** The blocked address, or a word such as `wasm-eval`, `data` or `blob`. */
  readonly blocked: string;
  readonly directive: string;
}

/** The kinds of needs by directive of the content policy. */
const kinds = {
  'connect-src': 'connections',
  'img-src': 'images',
  'font-src': 'fonts',
  'media-src': 'media',
  'frame-src': 'frames',
} as const;

type Directive = keyof typeof kinds;

const isDirective = (name: string): name is Directive => name in kinds;

/** The schemes that each kind accepts. */
const schemes: Readonly<Record<(typeof kinds)[Directive], readonly string[]>> = {
  fonts: ['data'],
  media: ['data', 'blob'],
  frames: ['blob'],
  connections: [],
  images: [],
};

/**
 * Returns the need that a module would have to declare in `portico.policy` to avoid a violation; `undefined` if no need
 * allows it.
 * @param base the address of the module's folder: its own files need the kind alone
 */
export function findNeed({ blocked, directive }: Violation, base: string): PolicyNeeds | undefined {
  // Some browsers report the whole address.
  const [scheme = ''] = /^(?:data|blob)(?=:|$)/.exec(blocked) ?? [];
  if (blocked === 'wasm-eval') return { wasm: true };
  if (directive === 'worker-src') return scheme === 'blob' ? { workers: true } : undefined;
  if (!isDirective(directive)) return undefined;
  const kind = kinds[directive];
  if (schemes[kind].includes(scheme)) return { [kind]: [`${scheme}:`] };
  if (!/^(https?|wss?):/.test(blocked) || !URL.canParse(blocked)) return undefined;
  const { origin } = new URL(blocked);
  return kind === 'media' && URL.canParse(base) && origin === new URL(base).origin
    ? { media: [] }
    : { [kind]: [origin] };
}

/** Formats needs as the field of package.json that declares them. */
export function formatNeeds(needs: readonly PolicyNeeds[]): string {
  const lines = JSON.stringify(joinNeeds(needs), undefined, 1);
  return `"portico": { "policy": ${lines.replaceAll(/\n */g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']')} }`;
}
