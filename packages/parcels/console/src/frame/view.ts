import type { ConsoleCaller, Permission } from '@portico/contract/administration';
import { type ComponentType, createContext, useContext } from 'react';
import type en from '../texts/locales/en.json';

type ViewName<Key> = Key extends `view.${infer Name}` ? Name : never;

/** A page of the console, and the addresses below it. */
export interface View {
  /** The key of its title and of its sentence on the overview. */
  readonly name: ViewName<keyof typeof en>;
  /** Its address below that of the console: `people`. */
  readonly path: string;
  /** A caller sees it with this permission, or as an operator; absent for every caller. */
  readonly needs?: Permission | 'operator';
  /** `lazy(() => import('./people/people'))`, so that only those who open it load it. */
  readonly Component: ComponentType;
}

export function isAllowed({ needs }: View, { permissions, is_operator }: ConsoleCaller): boolean {
  return needs === undefined || is_operator || (needs !== 'operator' && permissions.includes(needs));
}

/** The views that the caller may see. */
export const AllowedViews = createContext<readonly View[]>([]);

export function useAllowedViews(): readonly View[] {
  return useContext(AllowedViews);
}
