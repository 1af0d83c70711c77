/** Whether a file of a module is a script, by its name. */
export function isScript(name: string): boolean {
  return /\.m?js$/.test(name);
}

/** Whether a module loads the file by the import map, which checks it; images and the like are not. */
export function isChecked(name: string): boolean {
  return /\.(?:m?js|css|json|wasm)$/.test(name);
}
