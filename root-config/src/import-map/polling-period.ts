/** How often a visible tab asks for the live import map, in milliseconds. */
export const pollingPeriod = 60_000;
