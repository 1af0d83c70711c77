type Area = 'localStorage' | 'sessionStorage';

/** Reads a stored text; `null` if there is none, or the browser forbids storage. */
export function readStorage(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it (`null`), and returns whether the browser did: storage may be full or forbidden. */
export function writeStorage(area: Area, key: string, text: string | null): boolean {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
