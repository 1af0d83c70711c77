import { expect, type Page } from '@playwright/test';

/** Switches a page to a theme, as the portal does when another tab has switched. */
export async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await changeSetting(page, 'theme', theme);
  await expect(page.locator('html')).toHaveAttribute('display-mode', theme);
}

/** Switches a page to a language, as the portal does when another tab has switched. */
export async function switchLocale(page: Page, locale: 'pt' | 'en'): Promise<void> {
  await changeSetting(page, 'locale', locale);
  await expect(page.locator('html')).toHaveAttribute('lang', locale === 'pt' ? 'pt-BR' : locale);
}

function changeSetting(page: Page, name: 'theme' | 'locale', value: string): Promise<void> {
  return page.evaluate(
    ([key, setting]) => {
      localStorage.setItem(key, setting);
      dispatchEvent(new StorageEvent('storage', { key }));
    },
    [`portico:${name}`, value] as const,
  );
}
