/** The prefix of the names of modules in the import map. */
export const modulePrefix = '@module/';

/** The module key of the console: no team can publish it, and no tenant can define it as an app. */
export const consoleKey = 'console';

/** Returns the key of a module by its name in the import map: `orders` for `@module/orders`. */
export function getModuleKey(name: string): string {
  return name.slice(modulePrefix.length);
}

/** The attribute of each element that a module is mounted into or adds to the body; its value is the key of the module. */
export const moduleAttribute = 'data-portico-module';

/** Returns the selector of the elements that styles stay inside of: those of one module, or, without a key, of all. */
export function getStyleScope(key?: string): string {
  return key === undefined ? `[${moduleAttribute}]` : `[${moduleAttribute}="${key}"]`;
}
