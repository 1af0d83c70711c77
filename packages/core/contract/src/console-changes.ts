/** The channel of every console: what it shows has changed for several tenants, or for publishers. */
export const allConsoles = 'consoles';

/**
 * The window event of a page that says what has changed. Its `detail` is the channel, or null after a gap in the
 * connection, when anything may have changed.
 */
export const changeEvent = 'portico:changed';
