import {
  type OverrideChange,
  overrideEvent,
  type PagePreviews,
  pagePreviewsSchema,
  previewParameter,
} from '@portico/contract';
import * as v from 'valibot';

/** An override of this browser. */
export interface StoredOverride {
  readonly name: string;
  readonly address: string;
}

/** The versions that this page has instead of the live ones, and the allowed origins of others. */
interface PageOverrides {
  /** The allowed origins; empty if the portal allows no overrides. */
  readonly origins: readonly string[];
  /** The versions that this browser has by preview links. */
  readonly previews: PagePreviews['active'];
}

// The documents of the page, and the storage of import-map-overrides with the cookie of the portal (docs/operating.md).
const configurationSchema = v.object({ overrides: v.array(v.string()) });
const stateSchema = v.object({ previews: v.optional(v.pick(pagePreviewsSchema, ['active'])) });
const prefix = 'import-map-override:';
const switchedOn = /(?:^|; )portico-overrides=on(?:;|$)/;

/** Reads what this page was loaded with. */
export function readPageOverrides(): PageOverrides {
  return {
    origins: readDocument('portico-configuration', configurationSchema)?.overrides ?? [],
    previews: readDocument('portico-state', stateSchema)?.previews?.active ?? [],
  };
}

function readDocument<Schema extends v.GenericSchema>(id: string, schema: Schema) {
  const text = document.getElementById(id)?.textContent ?? '';
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return parsed.success ? parsed.output : undefined;
}

/** Whether this browser has overrides switched on. */
export function areOverridesOn(): boolean {
  return switchedOn.test(document.cookie);
}

/** Lists the overrides of this browser, by name. */
export function listStoredOverrides(): readonly StoredOverride[] {
  return Object.entries({ ...localStorage })
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, address]) => ({ name: key.slice(prefix.length), address: String(address) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Has the shell change the overrides of this browser and reload the page. A portal without overrides ends previews only. */
export function changeOverrides(change: OverrideChange): void {
  const isTaken = !window.dispatchEvent(new CustomEvent(overrideEvent, { detail: change, cancelable: true }));
  if (!isTaken && 'isOn' in change) openPreview('');
}

/** Loads this page again with the previewed version of a link; an empty token ends all previews. */
export function openPreview(token: string): void {
  const address = new URL(location.href);
  address.searchParams.set(previewParameter, token);
  location.assign(address);
}
