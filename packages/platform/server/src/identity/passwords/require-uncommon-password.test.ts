import { requireUncommonPassword } from './require-uncommon-password';

it.each([
  ['one of the list', '4815162342'],
  ['one of the list in capitals', 'Manchester'],
  ['one of the list with a year', 'manchester2024'],
  ['one of the list with signs', 'liverpool!!1'],
])('refuses %s', async (_title, password) => {
  await expect(requireUncommonPassword(password, async () => false)).rejects.toMatchObject({
    status: 400,
    code: 'password-too-common',
  });
});

it('refuses one that a breach has published', async () => {
  await expect(requireUncommonPassword('vento leste 7', async () => true)).rejects.toMatchObject({
    status: 400,
    code: 'password-too-common',
  });
});

it.each(['portico-demo', 'vento leste 7', 'liverpool-e-porto', 'zq8!Kt2#mw', '2024manchester99x'])(
  'takes %s',
  async (password) => {
    await expect(requireUncommonPassword(password, async () => false)).resolves.toBeUndefined();
  },
);
