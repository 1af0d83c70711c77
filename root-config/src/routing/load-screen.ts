import { screens } from '@portico/shared';
import { resolveRoute } from './resolve-route';

/**
 * Loads the parcel of the address while the texts load, and the components that it is made of, which SystemJS would
 * request only after it has read the parcel. Its application loads it again after a failure.
 */
export function loadScreen(): void {
  const { route } = resolveRoute(location);
  const screen = route.kind === 'screen' && screens.find(({ name }) => name === route.screen);
  for (const name of screen ? ['@portico/ui', screen.parcel] : []) System.import(name).catch(() => undefined);
}
