import * as v from 'valibot';
import { isExactOrigin } from './exact-origin';

const originSchema = v.pipe(
  v.string(),
  v.check(isExactOrigin, (issue) => `"${issue.input}" is not an exact origin such as https://api.example.com.`),
);

/** The needs that are lists of sources: the directive of the content policy, and the schemes that each accepts. */
const lists = {
  fonts: { directive: 'font-src', schemes: ['data:'] },
  media: { directive: 'media-src', schemes: ['data:', 'blob:'] },
  images: { directive: 'img-src', schemes: [] },
  connections: { directive: 'connect-src', schemes: [] },
  frames: { directive: 'frame-src', schemes: ['blob:'] },
} as const;

const listKinds = ['fonts', 'media', 'images', 'connections', 'frames'] as const satisfies (keyof typeof lists)[];
const flagKinds = ['workers', 'wasm', 'styleAttributes'] as const;

const maxSources = 50;
const sources = <Scheme extends string>(list: { readonly schemes: readonly Scheme[] }) =>
  v.optional(v.pipe(v.array(v.union([v.picklist(list.schemes), originSchema])), v.maxLength(maxSources)));

/**
 * The needs of a module from the content policy of the page, beyond its own files and the portal's API: the field
 * `portico.policy` of its package.json, which a publication carries. In the configuration, what an operator allows.
 */
export const policyNeedsSchema = v.strictObject({
  /** Workers from `blob:` addresses. */
  workers: v.optional(v.literal(true)),
  /** Compiling WebAssembly. */
  wasm: v.optional(v.literal(true)),
  /** `style="…"` in markup. The check notices it, and no operator has to allow it. */
  styleAttributes: v.optional(v.literal(true)),
  fonts: sources(lists.fonts),
  /** Audio and video. Any list, also an empty one, adds the module's own files. */
  media: sources(lists.media),
  images: sources(lists.images),
  /** Calls: fetch, event sources and websockets. */
  connections: sources(lists.connections),
  frames: sources(lists.frames),
});

/** The needs of a module from the content policy, or those that an operator allows. */
export type PolicyNeeds = v.InferOutput<typeof policyNeedsSchema>;

/** The allowed needs by module; `*` stands for all modules. */
export type AllowedNeeds = Readonly<Record<string, PolicyNeeds>>;

/** No script follows from a style attribute, and it styles its own element alone. */
const allowedToAll: PolicyNeeds = { styleAttributes: true };

/** Returns the needs of a module that the portal or the operator allows, for all modules or for this one. */
export function allowNeeds(module: string, needs: PolicyNeeds, allowed: AllowedNeeds): PolicyNeeds {
  const granted = listGrants(module, allowed);
  const found: PolicyNeeds = {};
  for (const kind of flagKinds) if (needs[kind] && granted[kind]) found[kind] = true;
  for (const kind of listKinds) {
    const grant: readonly string[] | undefined = granted[kind];
    if (grant && needs[kind]) Object.assign(found, { [kind]: needs[kind].filter((source) => grant.includes(source)) });
  }
  return found;
}

/** Returns the needs of a module that the operator does not allow. */
export function refuseNeeds(module: string, needs: PolicyNeeds, allowed: AllowedNeeds): PolicyNeeds {
  const granted = listGrants(module, allowed);
  const refused: PolicyNeeds = {};
  for (const kind of flagKinds) if (needs[kind] && !granted[kind]) refused[kind] = true;
  for (const kind of listKinds) {
    const grant: readonly string[] | undefined = granted[kind];
    const sources = needs[kind]?.filter((source) => !grant?.includes(source));
    // An empty list of media adds the module's own files.
    if (sources && (sources.length > 0 || !grant)) Object.assign(refused, { [kind]: sources });
  }
  return refused;
}

/** Returns all needs that a module is allowed, whether or not the module declares them. */
export function listGrants(module: string, allowed: AllowedNeeds): PolicyNeeds {
  return joinNeeds([
    allowedToAll,
    allowed['*'] ?? {},
    (Object.hasOwn(allowed, module) ? allowed[module] : undefined) ?? {},
  ]);
}

/** Lists needs as words, such as `wasm` and `frames https://maps.example.com`. */
export function listNeeds(needs: PolicyNeeds): string[] {
  const listed = listKinds.flatMap((kind) => {
    const lines = needs[kind]?.map((source) => `${kind} ${source}`) ?? [];
    return kind === 'media' && needs.media ? [kind, ...lines] : lines;
  });
  return [...flagKinds.filter((kind) => needs[kind]), ...listed];
}

/** Joins the needs of several modules. */
export function joinNeeds(all: readonly PolicyNeeds[]): PolicyNeeds {
  const joined: PolicyNeeds = {};
  for (const kind of flagKinds) if (all.some((needs) => needs[kind])) joined[kind] = true;
  for (const kind of listKinds) {
    const having = all.flatMap((needs) => (needs[kind] ? [needs[kind]] : []));
    if (having.length > 0) Object.assign(joined, { [kind]: [...new Set(having.flat())] });
  }
  return joined;
}

/** A violation of the content policy, as browsers report it. */
interface Violation {
  /** The blocked address, or a word such as `wasm-eval`, `data` or `blob`. */
  readonly blocked: string;
  readonly directive: string;
}

/**
 * Returns the need that a module would have to declare in `portico.policy` to avoid a violation; `undefined` if no need
 * allows it.
 * @param base the address of the module's folder: its own files need the kind alone
 */
export function findNeed({ blocked, directive }: Violation, base: string): PolicyNeeds | undefined {
  // Some browsers report the whole address.
  const scheme = /^(?:data|blob)(?=:|$)/.exec(blocked)?.[0];
  if (blocked === 'wasm-eval') return { wasm: true };
  if (blocked === 'inline' && directive === 'style-src-attr') return { styleAttributes: true };
  if (directive === 'worker-src') return scheme === 'blob' ? { workers: true } : undefined;
  const kind = listKinds.find((each) => lists[each].directive === directive);
  if (!kind) return undefined;
  const schemes: readonly string[] = lists[kind].schemes;
  if (schemes.includes(`${scheme}:`)) return { [kind]: [`${scheme}:`] };
  if (!/^(https?|wss?):/.test(blocked) || !URL.canParse(blocked)) return undefined;
  const { origin } = new URL(blocked);
  return kind === 'media' && URL.canParse(base) && origin === new URL(base).origin
    ? { media: [] }
    : { [kind]: [origin] };
}

/** Formats needs as the field of package.json that declares them. */
export function formatNeeds(needs: readonly PolicyNeeds[]): string {
  return `"portico": { "policy": ${formatJson(joinNeeds(needs))} }`;
}

/** Formats needs as the field of the operator's configuration that allows them to a module. */
export function formatAllowance(module: string, needs: PolicyNeeds): string {
  return `"modulePolicy": { ${JSON.stringify(module)}: ${formatJson(needs)} }`;
}

/** Formats a value in one line, with spaces. */
function formatJson(value: unknown): string {
  const lines = JSON.stringify(value, undefined, 1);
  return lines.replaceAll(/\n */g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']');
}
