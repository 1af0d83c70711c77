// tsconfig.browser.json puts this in place of packages whose types would bring those of Node into the browser's.
declare const none: never;
export = none;
