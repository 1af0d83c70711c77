import { openDirectory } from '../../portal/open-directory';
import { signIn, waitForTopBar } from '../../portal/sign-in';
import { expect, test } from '../../portal/test';

// The tabs use the access token of the session that ended, or the broker closes their connection.
test.use({ expectedErrors: /status of 401|Erro ao conectar MQTT/ });

test('a user whom the directory suspends is signed out in every open tab, and may come back', async ({
  context,
  page,
  portal,
  user,
}) => {
  await signIn(page, user, '/');
  const other = await context.newPage();
  await other.goto('/profile');
  await waitForTopBar(other);
  const directory = await openDirectory(portal, user.email);
  await directory.setActive(false);
  for (const tab of [page, other]) {
    await expect(tab.getByRole('dialog', { name: 'A sua sessão terminou' })).toBeVisible();
  }
  await directory.setActive(true);
  await signIn(page, user, '/');
});
