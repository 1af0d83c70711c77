import { addressAtom, useAtomValue } from '@portico/shared';
import { useState } from 'react';
import { type Section, sectionAt } from './sections';

/** The section that the address leads to; the last one while the address already leads to another screen. */
export function useCurrentSection(): Section {
  const { pathname, hash } = useAtomValue(addressAtom);
  const [last, setLast] = useState(() => sectionAt(hash));
  const present = /^\/profile\/?$/.test(pathname) ? sectionAt(hash) : last;
  if (present !== last) setLast(present);
  return present;
}
