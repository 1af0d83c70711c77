import type { Page } from '@playwright/test';
import type { StoryBrowser } from './story-browser';

/** Firefox, driven by Playwright. */
export function createFirefoxBrowser(page: Page): StoryBrowser {
  const locate = (xpath: string) => page.locator(`xpath=${xpath}`);
  return {
    open: async (path) => void (await page.goto(path, { waitUntil: 'commit' })),
    reload: async () => void (await page.reload({ waitUntil: 'commit' })),
    find: (xpath) => locate(xpath).first().waitFor(),
    click: (xpath) => locate(xpath).click(),
    type: (xpath, text) => locate(xpath).pressSequentially(text),
    chooseFile: (file) => page.locator('input[type=file]').setInputFiles(file),
    pressEscape: () => page.keyboard.press('Escape'),
    run: (task, ...args) => page.evaluate(`(${task})(...${JSON.stringify(args)})`),
  };
}
