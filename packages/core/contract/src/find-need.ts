import { joinNeeds, type PolicyNeeds } from './policy-needs';

/** A violation of the content policy, as browsers report it. */
interface Violation {
  /** What was blocked: an address, or a word such as `wasm-eval`, `data` or `blob`. */
  readonly blocked: string;
  readonly directive: string;
}

/** The kind of need for a directive of the content policy. */
const kinds = {
  'connect-src': 'connections',
  'img-src': 'images',
  'font-src': 'fonts',
  'media-src': 'media',
  'frame-src': 'frames',
} as const;

type Directive = keyof typeof kinds;

const isDirective = (name: string): name is Directive => name in kinds;

/** The schemes that a kind takes. */
const schemes: Readonly<Record<(typeof kinds)[Directive], readonly string[]>> = {
  fonts: ['data'],
  media: ['data', 'blob'],
  frames: ['blob'],
  connections: [],
  images: [],
};

/**
 * Returns what a module would declare in `portico.policy`, so that a page allows what it blocked; `undefined` if
 * nothing can be declared.
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
