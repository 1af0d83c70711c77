import fc from 'fast-check';
import { publication, watchSockets } from '../features/notifications/broker-sockets';
import {
  bell,
  expectStatus,
  openLive,
  rows,
  sendNotification,
  toasts,
} from '../features/notifications/notification-panel';
import { signIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

const total = 1_000;
const batch = 250;

/** Texts that run code or navigate if they are used as anything but text. */
const attack = fc.constantFrom(
  '<img src=x onerror="attacked = true">',
  '<script>attacked = true</script>',
  '<a href="javascript:attacked = true">x</a>',
  'javascript:attacked = true',
  ' \u0001java\nscript:attacked = true',
  'data:text/html,<script>opener.attacked = true</script>',
  '//attacker.test/\\@portal',
  'undefined',
  '../../../api/users/me',
  '"><svg onload=attacked=true>',
  '$t(notifications.live) {{constructor.name}}',
  '\u202egnp.exe',
);
const text = fc.oneof(attack, fc.string({ unit: 'binary' }), fc.jsonValue());
const entry = fc.record(
  {
    id: fc.oneof(fc.integer(), fc.string(), fc.constant('__proto__'), fc.jsonValue()),
    title: text,
    body: text,
    redirect: text,
    module: fc.oneof(fc.constantFrom('smsa', 'constructor', '..'), text),
    icon: text,
    read: fc.oneof(fc.constantFrom(0, 1), fc.jsonValue()),
    created_at: fc.oneof(fc.date({ noInvalidDate: true }).map(String), text),
    silent: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
/** A valid notification; the page has to show it. */
const readable = fc.record({
  id: fc.nat(),
  title: attack,
  body: attack,
  redirect: attack,
  module: fc.constantFrom('smsa', 'hrstudium', null),
  icon: attack,
  read: fc.constant(0),
  created_at: fc.constant(new Date().toISOString()),
});
const payload = fc.oneof(
  { weight: 20, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  { weight: 20, arbitrary: fc.json().map((json) => json.slice(0, -1)) },
  { weight: 20, arbitrary: fc.json() },
  { weight: 60, arbitrary: entry.map((value) => JSON.stringify(value)) },
  { weight: 20, arbitrary: readable.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: attack.map((title) => JSON.stringify({ id: 1, title: title.repeat(20_000) })) },
);

test.use({ expectedErrors: /A message was dropped|Failed to load resource/ });

test(`${total} hostile messages break nothing, run nothing and lead nowhere`, async ({ page, portal }) => {
  const seed = Date.now();
  test.info().annotations.push({ type: 'seed', description: String(seed) });
  const sockets = await watchSockets(page);
  const reports: string[] = [];
  page.on('console', (message) => message.text().includes('was dropped') && reports.push(message.text()));
  await page.addInitScript(() => {
    const suspicious: string[] = [];
    Object.assign(window, { suspicious });
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of [target, ...addedNodes]) {
          if (!(node instanceof Element)) continue;
          for (const element of [node, ...node.querySelectorAll('*')]) {
            const address = element instanceof HTMLAnchorElement && element.href;
            if (address && !/^https?:$/.test(new URL(address).protocol)) suspicious.push(address);
            if (element instanceof HTMLImageElement && new URL(element.src).pathname === '/x') suspicious.push('img');
          }
        }
      }
    }).observe(document, { childList: true, subtree: true, attributeFilter: ['href', 'src'] });
  });
  await signIn(page, 'dora');
  await openLive(page);

  const topic = 'notification-dora@portico.test';
  const payloads = fc.sample(payload, { numRuns: total, seed });
  for (let from = 0; from < total; from += batch) {
    for (const one of payloads.slice(from, from + batch)) sockets[0]?.send(publication(topic, one));
    // The page stays responsive between them.
    await expect(bell(page)).toBeVisible();
  }
  // Valid notifications are shown as text.
  await expect(toasts(page).first()).toBeVisible();
  await sendNotification(portal, 'dora', { title: `Depois de ${total}` });
  await expect(rows(page).filter({ hasText: `Depois de ${total}` })).toHaveCount(1, { timeout: 60_000 });
  await expectStatus(page, 'Ao vivo');
  expect(await page.evaluate(() => Reflect.get(window, 'suspicious'))).toEqual([]);
  expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
  expect(sockets).toHaveLength(1);
  // One report for each burst.
  expect(reports.length).toBeGreaterThan(0);
  expect(reports.length).toBeLessThan(20);
});
