import type { Locale, Theme } from './settings';

/**
 * Window events between the shell and the modules; each value is the type of the event's `detail`.
 * Paths are whole, from `/`, base included, with the query.
 */
export interface PortalEventMap {
  /** Shell to modules: the locale changed; passed through unchanged. */
  'container:locale': Locale;
  /** Shell to modules: the theme changed. */
  'container:theme': Theme;
  /** Shell to modules: the address of the shell changed. */
  'container:navigated': string;
  /** Module to shell: the module moved; the shell navigates when this differs from its address. */
  'module:navigated': string;
}
export type PortalEventName = keyof PortalEventMap;
