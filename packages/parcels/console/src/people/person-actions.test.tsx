import { mountModule } from '@portico/module-kit/testing';
import { screen, within } from '@testing-library/react';
import * as module from '../index';
import { answerCalls, olga } from '../testing/answer-calls';
import { setScreen } from '../testing/set-screen';

beforeAll(() => Object.assign(window, { scrollTo: () => {} }));
beforeEach(() => setScreen('wide'));

const administrator = { ...olga, is_operator: false, permissions: ['people.read', 'people.help', 'people.manage'] };
const person = {
  ...{ email: 'ana@portico.test', name: 'Ana', state: 'active', disabled: false, is_manageable: true },
  ...{ created_at: '2026-01-01T00:00:00.000Z', last_sign_in: null, last_refusal: null, address_change: null },
  ...{ locks: [], apps: [], sessions: [], sign_ins: [] },
};
const ways = { passwords_off: false, passkeys: 0, providers: ['Acme ID'], expecting_providers: [], is_invited: false };

test.each([
  ['can sign in', {}, 'Mail a code', 'primary'],
  ['is disabled', { state: 'disabled', disabled: true }, 'Enable', 'primary'],
  ['is suspended by the directory', { state: 'suspended' }, 'Rename', 'quiet'],
  ['signs in at a provider alone', { ways: { ...ways, has_password: false } }, 'Rename', 'quiet'],
])('the first button for a person who %s is what helps, if anything does', async (_case, own, first, variant) => {
  answerCalls({
    'GET self': { body: administrator },
    'GET tenants/smsa/users/ana%40portico.test': { body: { ...person, ...own } },
  });
  await mountModule(module, { key: 'console', path: '/console/people/ana%40portico.test', locale: 'en' });
  const [button] = within(await screen.findByRole('group', { name: 'Actions' })).getAllByRole('button');
  expect(button).toHaveAccessibleName(first);
  expect(button).toHaveClass(`portico-ui-button-${variant}`);
});
