import { findNeed, formatNeeds, listNeeds } from '@portico/contract';
import {
  blockedNeedsAtom,
  decodeUnreserved,
  findEntry,
  findModuleOfSegment,
  modulePrefix,
  report,
  store,
} from '@portico/shared';
import { findOwners, getCurrentOwner, type Owner } from './trace-owners';

type Violation = Pick<SecurityPolicyViolationEvent, 'blockedURI' | 'disposition' | 'effectiveDirective' | 'sourceFile'>;

const reported = new Set<string>();

/** Reports what the content policy blocks a module or package and its team can declare, each need once in a page. */
export function reportViolation(violation: Violation): void {
  const { blockedURI: blocked, disposition, effectiveDirective: directive, sourceFile } = violation;
  const owner = disposition === 'enforce' ? findOwner(violation) : undefined;
  const need = owner && findNeed({ blocked, directive }, new URL('.', owner.address).href);
  if (!need) return;
  const { name: source } = owner;
  const words = listNeeds(need).join(', ');
  if (reported.has(`${source} ${words}`)) return;
  reported.add(`${source} ${words}`);
  const text = `The content policy blocks ${words}. Declare it in package.json, and the operator allows it once: ${formatNeeds([need])}`;
  report({ kind: 'policy-violation', source, error: new Error(text), address: sourceFile });
  store.set(blockedNeedsAtom, [...store.get(blockedNeedsAtom), { source, need }]);
}

/** Finds the module or package by the script, the blocked file, or the page: browsers name no script for pictures. */
function findOwner({ blockedURI, sourceFile }: Violation): Owner | undefined {
  const [byScript] = findOwners([sourceFile]);
  // A script of another origin that the import map does not list, such as an extension's, has no owner.
  const isForeign = sourceFile !== '' && !sourceFile.startsWith(`${location.origin}/`);
  return byScript || isForeign ? byScript : (findOwners([blockedURI])[0] ?? findModuleOfPage());
}

function findModuleOfPage(): Owner | undefined {
  const [, segment = ''] = decodeUnreserved(location.pathname).split('/');
  const key = findModuleOfSegment(segment, System.getImportMap().imports ?? {}, findEntry);
  return key === undefined ? undefined : getCurrentOwner(modulePrefix + key);
}
