import type { View } from './frame/view';
import { Overview } from './overview/overview';

/** Every view of the console, in the order of the navigation. A view handles the addresses below its path itself. */
export const views: readonly View[] = [{ name: 'overview', path: '', Component: Overview }];
