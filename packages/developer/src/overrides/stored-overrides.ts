import { isAllowedOverride, type OverrideRules } from './override-rules';

// The keys of import-map-overrides 6.
const prefix = 'import-map-override:';
const disabledKey = 'import-map-overrides-disabled';
const externalMapsKey = 'import-map-overrides-external-maps';

/** Leaves nothing for import-map-overrides to read but what the rules allow. @returns the names that it refused */
export function keepAllowedOverrides(storage: Storage, rules: OverrideRules): string[] {
  storage.removeItem(externalMapsKey);
  if (!isListOfNames(storage.getItem(disabledKey))) storage.removeItem(disabledKey);
  const refused = namesIn(storage).filter((name) => {
    const address = storage.getItem(prefix + name) ?? '';
    return !isAllowedOverride(name, address, rules);
  });
  for (const name of refused) storage.removeItem(prefix + name);
  return refused;
}

/** Stores an override where import-map-overrides finds it when the page loads anew. */
export function storeOverride(storage: Storage, name: string, address: string): void {
  storage.setItem(prefix + name, address);
}

/** Forgets all overrides, those that are disabled too. */
export function forgetOverrides(storage: Storage): void {
  for (const name of namesIn(storage)) storage.removeItem(prefix + name);
  storage.removeItem(disabledKey);
  storage.removeItem(externalMapsKey);
}

function namesIn(storage: Storage): string[] {
  return Object.keys(storage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

/** The library parses what stands there as soon as it runs, and runs no further when that fails. */
function isListOfNames(text: string | null): boolean {
  try {
    const names: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(names) && names.every((name) => typeof name === 'string');
  } catch {
    return false;
  }
}
