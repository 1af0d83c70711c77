import * as v from 'valibot';
import type { OverrideRules } from '../overrides/override-rules';

const configurationSchema = v.object({ overrides: v.array(v.string()) });
const importMapSchema = v.object({ imports: v.record(v.string(), v.string()) });

/**
 * The rules of this page, from its documents: `@portico/shared` has not loaded yet.
 * @throws SyntaxError, ValiError
 */
export function readPageRules(): OverrideRules {
  const { overrides } = v.parse(configurationSchema, readDocument('script#portico-configuration'));
  const { imports } = v.parse(importMapSchema, readDocument('script[type="systemjs-importmap"]'));
  return { origins: overrides, deployed: imports };
}

function readDocument(selector: string): unknown {
  return JSON.parse(document.querySelector(selector)?.textContent ?? '');
}
