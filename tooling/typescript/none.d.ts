// tsconfig.browser.json replaces packages with this file if their types would add Node's types to the browser's.
declare const none: never;
export = none;
