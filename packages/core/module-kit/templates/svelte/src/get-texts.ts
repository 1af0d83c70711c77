import { getLocale } from '@portico/module-kit/svelte';
import { derived } from 'svelte/store';
import { texts } from './texts';

/** The texts in the language of the portal, as a store that follows it. */
export function getTexts() {
  return derived(getLocale(), (locale) => texts[locale]);
}
