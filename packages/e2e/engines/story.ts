import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { sendNotification } from '../features/notifications/notification-panel';
import { publishedModule, publishFiles } from '../features/publishing/publishing-test';
import type { PortalProcess } from '../portal/portal-process';
import { addUser, type User } from '../portal/user';
import type { StoryBrowser } from './story-browser';

const heading = (text: string) => `//main//h1[contains(., "${text}")]`;
const button = (name: string) => `//button[@aria-label="${name}" or normalize-space()="${name}"]`;
export const home = heading('Olá, Ana');
const signInForm = '//input[@type="email"]';

/** The applications of the user, one for each form of module. */
const apps = ['smsa', 'hrstudium', 'smsa-dev', 'welcome', publishedModule];

/** An ES module that uses the portal's React, with a lazy file. */
const esModule = new Map(
  Object.entries({
    'portal.js': `
      import { createElement, useEffect, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      function App() {
        const [title, setTitle] = useState('');
        useEffect(() => void import('./late.js').then((late) => setTitle(late.title)), []);
        return createElement('h1', null, title);
      }
      export function mount(element) {
        const root = createRoot(element);
        root.render(createElement(App));
        return () => root.unmount();
      }`,
    'late.js': `export const title = 'ES module';`,
  }).map(([name, source]) => [name, Buffer.from(source)]),
);

/**
 * The story of a user who works through every part of the portal.
 * @param folder for the pictures that the user chooses
 */
export async function tellStory(browser: StoryBrowser, portal: PortalProcess, folder: string): Promise<void> {
  const user = await addUser(portal, { apps });
  await publishFiles(portal, publishedModule, esModule, { entry: 'portal.js' });
  await signIn(browser, user);
  await visitModules(browser);
  await visitEsModule(browser);
  await openRow(browser);
  await receiveNotification(browser, portal, user);
  await switchTheme(browser);
  await changePhoto(browser, folder);
  await signOut(browser);
}

export async function signIn(browser: StoryBrowser, { email, password }: User): Promise<void> {
  await browser.open('/');
  await browser.type(signInForm, email);
  await browser.type('//input[@type="password"]', password);
  await browser.click('//form//button[@type="submit"]');
  await browser.find(home);
}

/** Visits a module of each form twice. */
async function visitModules(browser: StoryBrowser): Promise<void> {
  for (const [key, title] of [
    ['welcome', ''],
    ['hrstudium', 'Cursos'],
    ['smsa-dev', 'Quadro de chamados'],
    ['smsa', 'Chamados'],
  ] as const) {
    const screen = `//*[@id="portico-content"]//*[self::h1][contains(., "${title}") and not(contains(., "Olá, Ana"))]`;
    await browser.click(`//main//li/a[@href="/${key}/"]`);
    await browser.find(screen);
    await browser.run(() => history.back());
    await browser.find(home);
    await browser.run(() => history.forward());
    await browser.find(screen);
    await browser.run(() => history.back());
    await browser.find(home);
  }
}

/**
 * Opens the ES module, leaves it and returns. This page was loaded before the sign-in, so its native import map lacks
 * the module, whose files the portal hosts. Then loads the page at the module, where the map has it.
 */
async function visitEsModule(browser: StoryBrowser): Promise<void> {
  await browser.run(() => Reflect.set(window, 'isSamePage', true));
  for (let visit = 0; visit < 2; visit += 1) {
    await browser.click(`//main//li/a[@href="/${publishedModule}/"]`);
    await browser.find(heading('ES module'));
    if (visit === 0) await browser.run(() => history.back());
    else expect(await browser.run(() => Reflect.has(window, 'isSamePage'))).toBe(true);
  }
  await browser.reload();
  await browser.find(heading('ES module'));
  await browser.run(() => history.back());
  await browser.find(home);
}

/** Expects that each whole row of the tickets is a link. */
async function openRow(browser: StoryBrowser): Promise<void> {
  const ticket = '/smsa/tickets/4815';
  await browser.click('//main//li/a[@href="/smsa/"]');
  await browser.find(`//main//a[@href="${ticket}"]`);
  const findLink = (path: string) => {
    const box = document.querySelector(`main a[href="${path}"]`)?.closest('tr')?.cells[0]?.getBoundingClientRect();
    return (
      box &&
      document
        .elementFromPoint(box.x + 5, box.y + 5)
        ?.closest('a')
        ?.getAttribute('href')
    );
  };
  await expect.poll(() => browser.run(findLink, ticket)).toBe(ticket);
  await browser.reload();
  await browser.find(heading('Chamados'));
  await browser.run(() => history.back());
  await browser.find(home);
}

/** Expects that a notification arrives live and is in the panel. */
async function receiveNotification(browser: StoryBrowser, portal: PortalProcess, user: User): Promise<void> {
  const bell = '//button[starts-with(@aria-label, "Notificações")]';
  const title = `Pedido ${randomUUID()}`;
  await browser.click(bell);
  await browser.find('//*[@role="dialog" or self::dialog]//*[normalize-space()="Ao vivo"]');
  await browser.pressEscape();
  await sendNotification(portal, user, { title });
  await browser.find(`//*[@id="portico-overlay"]//*[text()[contains(., "${title}")]]`);
  await browser.click(bell);
  await browser.find(`//*[@role="dialog" or self::dialog]//li[contains(., "${title}")]`);
  await browser.pressEscape();
}

async function switchTheme(browser: StoryBrowser): Promise<void> {
  const mode = () => browser.run(() => document.documentElement.getAttribute('display-mode'));
  await browser.click(button('Tema escuro'));
  await expect.poll(mode).toBe('dark');
  await browser.reload();
  await browser.find(button('Tema claro'));
  expect(await mode()).toBe('dark');
  await browser.click(button('Tema claro'));
  await expect.poll(mode).toBe('light');
}

/**
 * Expects that the server refuses a truncated photo, and that the portal shows a valid one.
 * @param folder for its files
 */
async function changePhoto(browser: StoryBrowser, folder: string): Promise<void> {
  await browser.open('/profile');
  await browser.find(button('Enviar imagem'));
  const picture = await browser.run(drawPicture);
  const bytes = Buffer.from(picture, 'base64');
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/cut.png`, bytes.subarray(0, bytes.length / 2));
  await browser.chooseFile(`${folder}/cut.png`);
  await browser.find('//*[@role="alert"][contains(., "Não foi possível ler esta imagem")]');
  await writeFile(`${folder}/whole.png`, bytes);
  await browser.chooseFile(`${folder}/whole.png`);
  await browser.find('//*[@role="application"]');
  await browser.click('//dialog//button[normalize-space()="Salvar foto"]');
  await browser.find(button('Excluir foto'));
  await expect.poll(() => browser.run(readPhoto)).toEqual({ width: 512, isRed: true });
}

export async function signOut(browser: StoryBrowser): Promise<void> {
  await browser.click(button('Menu da conta'));
  await browser.click('//*[@role="menuitem"][normalize-space()="Encerrar sessão"]');
  await browser.find(signInForm);
  await browser.reload();
  await browser.find(signInForm);
}

/** A red square, as a PNG in base64. */
function drawPicture(): string {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 640;
  const context = canvas.getContext('2d');
  if (context) context.fillStyle = '#f00';
  context?.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png').replace(/.*,/, '');
}

/** The photo in the top bar. */
function readPhoto() {
  const image = document.querySelector<HTMLImageElement>('#portico-topbar button img');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!image || !context) return undefined;
  context.drawImage(image, 0, 0);
  const [red = 0, green = 255] = context.getImageData(9, 9, 1, 1).data;
  return { width: image.naturalWidth, isRed: red > 200 && green < 60 };
}
