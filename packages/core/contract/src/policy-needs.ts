import * as v from 'valibot';

// As in `moduleOrigins`, and websockets: a host may contain characters that have a meaning in a content policy.
const exactOrigin = /^(?:https?|wss?):\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d+)?$/;

const originSchema = v.pipe(
  v.string(),
  v.check(
    (value) => exactOrigin.test(value) && URL.canParse(value) && new URL(value).origin === value,
    (issue) => `"${issue.input}" is not an exact origin such as https://api.example.com.`,
  ),
);

const maxSources = 50;
const sources = <Scheme extends string>(...schemes: Scheme[]) =>
  v.optional(v.pipe(v.array(v.union([v.picklist(schemes), originSchema])), v.maxLength(maxSources)));

/**
 * What a module needs from the content policy of the page beyond its own files and the portal's API: the field
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

/** What a module needs from the content policy, or what an operator allows. */
export type PolicyNeeds = v.InferOutput<typeof policyNeedsSchema>;

/** What modules may need; `*` stands for all modules. */
export type AllowedNeeds = Readonly<Record<string, PolicyNeeds>>;

/** The kinds whose need is a list of sources. */
const sourceKinds = ['fonts', 'media', 'images', 'connections', 'frames'] as const;

/** The needs of a module that the operator allows, for all modules or for this one. */
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

/** Everything that the operator allows a module to need, whether or not it declares it. */
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
