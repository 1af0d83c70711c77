import { expect, type Page } from '@playwright/test';

/** Switches a page to a theme, as the portal does when another tab has switched. */
export async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((value) => {
    localStorage.setItem('portico:theme', value);
    dispatchEvent(new StorageEvent('storage', { key: 'portico:theme' }));
  }, theme);
  await expect(page.locator('html')).toHaveAttribute('display-mode', theme);
}
