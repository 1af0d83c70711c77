import { modulePrefix } from '@portico/shared';
import { settledRouteAt } from '../routing/current-route';
import { shellUnit } from './release';

/** The name of the module that is on screen, if one is. */
export function openModule(): string | undefined {
  const { route } = settledRouteAt(new URL(location.href));
  return route.kind === 'module' ? modulePrefix + route.key : undefined;
}

/** Whether what is on screen is of the unit: the shell always is. */
export function isOpen(unit: string): boolean {
  return unit === shellUnit || unit === openModule();
}
