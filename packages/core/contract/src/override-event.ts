/**
 * The window event by which the console changes the overrides of the browser, with an `OverrideChange` as its `detail`. The
 * shell prevents its default if the portal allows overrides, makes the change and reloads the page. A script that can
 * dispatch it could write the storage of the browser just as well; the rules of overrides hold for both.
 */
export const overrideEvent = 'portico:override';
