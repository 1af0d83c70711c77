import { setLocale } from '@portico/shared';
import { type ApiAnswer, startTestSystem } from '@portico/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { openSection, profilePortal } from '../testing/open-section';

const portal = profilePortal();

beforeEach(async () => {
  await portal.reset();
  startTestSystem();
  browserSays('default');
});

const preferences = [
  { module: 'hrstudium', enabled: false },
  { module: 'smsa', enabled: true },
];
const moduleSwitch = (name: string) => screen.getByRole('switch', { name });
const saves = () => portal.calls.filter(({ route }) => route === 'PUT /notifications/preferences');

/** Doubles the browser's permission, and the user's answer to its question. */
function browserSays(permission: NotificationPermission | undefined, answer: NotificationPermission = 'granted') {
  const status = new EventTarget();
  const notification = {
    permission,
    requestPermission: jest.fn(async () => {
      notification.permission = answer;
      return answer;
    }),
  };
  Object.assign(window, { isSecureContext: permission !== undefined, Notification: notification });
  Object.assign(navigator, { permissions: { query: async () => status } });
  return { notification, status };
}

async function open(): Promise<void> {
  portal.answer('GET /notifications/preferences', { body: preferences });
  await openSection(portal, '#notifications');
  await screen.findByRole('switch', { name: 'SMSA' });
}

it('has a switch for each application of the user', async () => {
  await open();
  expect(screen.getAllByRole('switch').map((element) => element.closest('label')?.textContent)).toEqual([
    'SMSA',
    'HR Studium',
  ]);
  expect(moduleSwitch('SMSA')).toBeChecked();
  expect(moduleSwitch('HR Studium')).not.toBeChecked();
});

it('switches immediately, saves the change, and ignores other changes until then', async () => {
  await open();
  let release: (answer: ApiAnswer) => void = () => undefined;
  portal.answer('PUT /notifications/preferences', new Promise((resolve) => (release = resolve)));
  await userEvent.click(moduleSwitch('SMSA'));
  expect(moduleSwitch('SMSA')).not.toBeChecked();
  expect(moduleSwitch('SMSA')).toHaveAttribute('aria-busy', 'true');
  await userEvent.click(moduleSwitch('SMSA'));
  expect(moduleSwitch('SMSA')).not.toBeChecked();
  portal.answer('GET /notifications/preferences', { body: [{ module: 'smsa', enabled: false }] });
  release({ status: 204 });
  await waitFor(() => expect(moduleSwitch('SMSA')).not.toHaveAttribute('aria-busy'));
  expect(moduleSwitch('SMSA')).not.toBeChecked();
  expect(saves()).toMatchObject([{ body: [{ module: 'smsa', enabled: false }] }]);
});

it('saves the same choice twice in one moment by one request', async () => {
  await open();
  portal.answer('PUT /notifications/preferences', { status: 204 });
  act(() => {
    moduleSwitch('SMSA').click();
    moduleSwitch('SMSA').click();
  });
  await waitFor(() => expect(moduleSwitch('SMSA')).not.toBeChecked());
  await waitFor(() => expect(moduleSwitch('SMSA')).not.toHaveAttribute('aria-busy'));
  expect(saves()).toMatchObject([{ body: [{ module: 'smsa', enabled: false }] }]);
});

it('reverts a change that the server refuses, and says so in its row', async () => {
  await open();
  portal.answer('PUT /notifications/preferences', { status: 404, body: { code: 'module-unknown', message: '' } });
  await userEvent.click(moduleSwitch('HR Studium'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The choice could not be saved.');
  expect(alert.closest('li')).toContainElement(moduleSwitch('HR Studium'));
  expect(moduleSwitch('HR Studium')).not.toBeChecked();
  expect(moduleSwitch('SMSA')).toBeChecked();
});

it('keeps a second change on screen when the first one is saved', async () => {
  await open();
  const answers: ((answer: ApiAnswer) => void)[] = [];
  portal.answer('PUT /notifications/preferences', new Promise((resolve) => answers.push(resolve)));
  await userEvent.click(moduleSwitch('SMSA'));
  await waitFor(() => expect(saves()).toHaveLength(1));
  portal.answer('PUT /notifications/preferences', new Promise((resolve) => answers.push(resolve)));
  await userEvent.click(moduleSwitch('HR Studium'));
  await waitFor(() => expect(saves()).toHaveLength(2));
  const [first, second] = answers;
  first?.({ status: 204 });
  await waitFor(() => expect(moduleSwitch('SMSA')).not.toHaveAttribute('aria-busy'));
  expect(moduleSwitch('HR Studium')).toBeChecked();
  // The preferences are fetched once, after the last change.
  portal.answer('GET /notifications/preferences', { body: preferences });
  second?.({ status: 204 });
  await waitFor(() => expect(moduleSwitch('HR Studium')).not.toBeChecked());
  expect(portal.calls.filter(({ route }) => route === 'GET /notifications/preferences')).toHaveLength(2);
});

it('shows the browser’s question only on a click, and says the answer', async () => {
  const { notification } = browserSays('default', 'granted');
  await open();
  expect(notification.requestPermission).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Allow notifications' }));
  expect(await screen.findByText('It may show notifications.')).toBeVisible();
  expect(notification.requestPermission).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'This browser' })).toHaveFocus();
});

it.each([
  ['a refusal', 'denied', 'Notifications are blocked.', 'As notificações estão bloqueadas.'],
  ['a permission', 'granted', 'It may show notifications.', 'Ele pode mostrar notificações.'],
  ['a browser that cannot', undefined, 'It cannot show notifications here.', 'Ele não pode mostrar notificações aqui.'],
] as const)('says what %s means, without a button', async (_case, permission, english, portuguese) => {
  browserSays(permission);
  await open();
  expect(screen.getByText(english, { exact: false })).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  await act(() => setLocale('pt'));
  expect(screen.getByText(portuguese, { exact: false })).toBeVisible();
});

it('asks for nothing in a narrow window, which gets no notifications live', async () => {
  const system = startTestSystem();
  browserSays('default');
  await open();
  act(() => system.setWide(false));
  expect(screen.getByText('It cannot show notifications here.', { exact: false })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Allow notifications' })).not.toBeInTheDocument();
  act(() => system.setWide(true));
  expect(screen.getByRole('button', { name: 'Allow notifications' })).toBeVisible();
});

it.each([
  ['denied', 'Notifications are blocked.'],
  ['granted', 'It may show notifications.'],
] as const)('says in a narrow window as well that the permission is %s', async (permission, text) => {
  startTestSystem().setWide(false);
  browserSays(permission);
  await open();
  expect(screen.getByText(text, { exact: false })).toBeVisible();
});

it('mentions the home screen on devices that require it', async () => {
  browserSays(undefined);
  Object.assign(navigator, { standalone: false });
  await open();
  expect(screen.getByText('Add to Home Screen', { exact: false })).toBeVisible();
  Reflect.deleteProperty(navigator, 'standalone');
});

it('follows changes in the settings of the browser', async () => {
  const { notification, status } = browserSays('default');
  await open();
  notification.permission = 'denied';
  act(() => void status.dispatchEvent(new Event('change')));
  expect(screen.getByText('Notifications are blocked.', { exact: false })).toBeVisible();
  notification.permission = 'granted';
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(screen.getByText('It may show notifications.')).toBeVisible();
});
