import { type Declarations, getStyleScope, isPackageName, scopeStyles } from '@portico/contract';

/** Returns the scope of the style sheets of a build; `undefined` if it declares them global. */
export function findStyleScope(module: {
  readonly key: string;
  readonly declarations: Declarations;
}): string | undefined {
  const { declarations, key } = module;
  if (declarations.styles === 'global') return undefined;
  return getStyleScope(isPackageName(key) ? undefined : key);
}

/**
 * Returns the content of a built file as it is published.
 * @param scope of its styles; without it, nothing changes
 */
export function scopeFile(name: string, content: Buffer<ArrayBuffer>, scope: string | undefined): Buffer<ArrayBuffer> {
  if (scope === undefined || !name.endsWith('.css')) return content;
  const text = content.toString();
  const scoped = scopeStyles(text, scope);
  return scoped === text ? content : Buffer.from(scoped);
}
