/** How often a tab that is looked at asks for the live import map, in milliseconds. */
export const pollingPeriod = 60_000;
