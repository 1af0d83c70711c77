import { computed, inject, type Signal } from '@angular/core';
import { Portal } from '@portico/module-kit/angular';
import { type Texts, texts } from './texts';

/** The texts in the current language of the portal. */
export function injectTexts(): Signal<Texts> {
  const { locale } = inject(Portal);
  return computed(() => texts[locale()]);
}
