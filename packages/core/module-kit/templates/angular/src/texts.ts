import { computed, inject, type Signal } from '@angular/core';
import { type Locale, Portal } from '@portico/module-kit/angular';

const texts = {
  pt: {
    title: 'Novo módulo',
    greet: 'Quem sou eu?',
    nobody: 'Ninguém',
    newItem: 'Novo item',
    name: 'Nome',
    save: 'Salvar',
    saved: (name: string) => `${name} foi salvo.`,
  },
  en: {
    title: 'New module',
    greet: 'Who am I?',
    nobody: 'Nobody',
    newItem: 'New item',
    name: 'Name',
    save: 'Save',
    saved: (name: string) => `${name} is saved.`,
  },
};

/** The texts in the language of the portal, which follow it. */
export function injectTexts(): Signal<(typeof texts)[Locale]> {
  const { locale } = inject(Portal);
  return computed(() => texts[locale()]);
}
