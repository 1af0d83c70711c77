import * as v from 'valibot';
import { overridesChange } from '../overrides/import-map-overrides';
import type { OverrideRules } from '../overrides/override-rules';
import { keepAllowedOverrides, writeOverriddenModules } from '../overrides/stored-overrides';

const configurationSchema = v.object({ overrides: v.array(v.string()) });
const importMapSchema = v.object({ imports: v.record(v.string(), v.string()) });

/** Reads the rules of this page from its documents, because `@portico/shared` has not loaded yet. */
export function readPageRules(): OverrideRules {
  const { overrides } = v.parse(configurationSchema, readDocument('script#portico-configuration'));
  const { imports } = v.parse(importMapSchema, readDocument('script[type="systemjs-importmap"]'));
  return { origins: overrides, deployed: imports };
}

function readDocument(selector: string): unknown {
  return JSON.parse(document.querySelector(selector)?.textContent ?? '');
}

// Names the type of script elements that are import maps. The library ignores the query unless an attribute allows it.
const kind = document.createElement('meta');
kind.name = 'importmap-type';
kind.content = 'systemjs-importmap';
document.head.append(kind);

if (isStorageReadable()) {
  for (const refusal of keepAllowedOverrides(readPageRules()))
    console.warn(`[portico] An override was removed. ${refusal}`);
  writeOverriddenModules();
  // The full interface and scripts of the developer change overrides, too.
  window.addEventListener(overridesChange, writeOverriddenModules);
}

/** If the browser refuses storage, the library does nothing either. */
function isStorageReadable(): boolean {
  try {
    return Boolean(localStorage);
  } catch {
    return false;
  }
}
