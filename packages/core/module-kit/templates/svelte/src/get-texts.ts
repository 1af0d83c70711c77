import { getLocale } from '@portico/module-kit/svelte';
import { derived } from 'svelte/store';
import { texts } from './texts';

/** A store of the texts in the current language of the portal. */
export function getTexts() {
  return derived(getLocale(), (locale) => texts[locale]);
}
