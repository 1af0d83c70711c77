import type { Locale, Theme } from './settings';

/**
 * Window events between the shell and the modules; each value is the type of the event's `detail`. Paths start with
 * `/`, include the base, and have the query.
 */
export interface PortalEventMap {
  /** Shell to modules: the locale changed. */
  'container:locale': Locale;
  /** Shell to modules: the theme changed. */
  'container:theme': Theme;
  /** Shell to modules: the address of the shell changed. */
  'container:navigated': string;
  /** Module to shell: the module navigated. The shell follows when this differs from its address. */
  'module:navigated': string;
}

/** The name of a window event of the portal. */
export type PortalEventName = keyof PortalEventMap;
