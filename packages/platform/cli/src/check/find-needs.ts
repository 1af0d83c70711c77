import { joinNeeds, listNeeds, type PolicyNeeds } from '@portico/contract';
import type { Evidence } from './evidence';

type Violation = Evidence['seen']['violations'][number];

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

/**
 * What a module would declare in `portico.policy`, so that a page allows what it blocked; `undefined` if nothing can be
 * declared.
 * @param base the address of the module's folder: its own files need the kind alone
 */
export function findNeed({ blocked, directive }: Violation, base: string): PolicyNeeds | undefined {
  if (blocked === 'wasm-eval') return { wasm: true };
  if (directive === 'worker-src') return blocked === 'blob' ? { workers: true } : undefined;
  if (!isDirective(directive)) return undefined;
  const kind = kinds[directive];
  if (blocked === 'data' || blocked === 'blob') {
    const takes: Record<string, readonly string[] | undefined> = {
      fonts: ['data'],
      media: ['data', 'blob'],
      frames: ['blob'],
      connections: [],
      images: [],
    };
    return takes[kind]?.includes(blocked) ? { [kind]: [`${blocked}:`] } : undefined;
  }
  if (!/^(https?|wss?):/.test(blocked)) return undefined;
  const { origin } = new URL(blocked);
  return kind === 'media' && origin === new URL(base).origin ? { media: [] } : { [kind]: [origin] };
}

/** Whether a need is the origin of data, which an operator may also have allowed for all modules. */
export function isOrigin(need: PolicyNeeds): boolean {
  return listNeeds(need).some((text) => / (https?|wss?):/.test(text));
}

/** The field of package.json that declares needs. */
export function formatNeeds(needs: readonly PolicyNeeds[]): string {
  return `"portico": { "policy": ${JSON.stringify(joinNeeds(needs)).replaceAll(/([:,{[])(?=["\w[{])/g, '$1 ')} }`;
}
