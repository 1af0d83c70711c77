import type { PortalReport } from '@portico/contract';
import { failureReportSchema } from '@portico/contract/publishing';
import { readPage } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import * as v from 'valibot';
import { ModuleFailure } from '../module-host/module-failure';
import { sendFailure } from './send-failure';

const portal = testPortal();
const user = { email: 'ana@portico.test', name: 'Ana' };
const address = 'https://cdn.test/smsa/1.4.2/remoteEntry.js';

const report = (details: Partial<PortalReport> = {}): PortalReport => ({
  kind: 'crash',
  error: new TypeError('boom'),
  message: undefined,
  source: '@module/smsa',
  version: '1.4.2',
  address,
  tenant: 'smsa',
  requestId: undefined,
  ...details,
});
const getSent = () => portal.calls.filter(({ route }) => route === 'POST /failures').map(({ body }) => body);

test('nothing is sent without a session', async () => {
  await sendFailure(report());
  expect(getSent()).toEqual([]);
});

describe('of a signed-in user', () => {
  beforeAll(() => portal.signIn(user, [{ name: 'SMSA', module: 'smsa', description: '' }]));

  test('a failure is sent once a page, in the form that the server accepts', async () => {
    portal.answer('POST /failures', { status: 204 });
    await sendFailure(report());
    await sendFailure(report());
    expect(getSent()).toEqual([
      {
        source: '@module/smsa',
        address,
        kind: 'crash',
        name: 'TypeError',
        message: 'boom',
        stack: expect.stringContaining('send-failure.test'),
      },
    ]);
    expect(v.is(failureReportSchema, getSent()[0])).toBe(true);
  });

  test('a failure with a panel is sent as the error that the module has thrown', async () => {
    await sendFailure(report({ error: new ModuleFailure('mount-error', address, new RangeError('thrown')) }));
    await sendFailure(report({ error: new ModuleFailure('mount-timeout', address) }));
    expect(getSent().slice(-2)).toMatchObject([
      { name: 'RangeError', message: 'thrown' },
      { name: 'ModuleFailure', message: 'mount-timeout' },
    ]);
  });

  test('other values and long texts are sent in the limits of the server', async () => {
    await sendFailure(report({ error: 'a text' }));
    const long = Object.assign(new Error('m'.repeat(2000)), { name: 'n'.repeat(300), stack: 's'.repeat(9000) });
    await sendFailure(report({ error: long, address: undefined }));
    expect(getSent().at(-2)).toMatchObject({ name: '', message: 'a text', stack: '' });
    expect(v.is(failureReportSchema, getSent().at(-1))).toBe(true);
  });

  test('errors without a source, and of what a developer overrides, are not sent', async () => {
    const before = getSent().length;
    await sendFailure(report({ source: undefined, error: new Error('foreign') }));
    Object.assign(readPage().overrides, { '@module/smsa': 'http://localhost:3000/smsa.js' });
    await sendFailure(report({ error: new Error('overridden') }));
    expect(getSent()).toHaveLength(before);
    Reflect.deleteProperty(readPage().overrides, '@module/smsa');
  });

  test('a refused call has no effect, and a page that fails all the time stops', async () => {
    portal.answer('POST /failures', 'unreachable');
    for (let number = 0; number < 50; number += 1) await sendFailure(report({ error: new Error(`again ${number}`) }));
    expect(getSent()).toHaveLength(30);
  });
});
