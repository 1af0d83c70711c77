import { testServer } from '../testing/start-test-server';
import { testPortico } from '../testing/test-portico';

const server = testServer();
const commands = testPortico();

async function portico(...parameters: string[]) {
  const connection = { PORTICO_URL: server.url, PORTICO_OPERATOR_KEY: server.operatorKey };
  const { code, output, errors } = await commands.run(['announcement', ...parameters], connection);
  return { code, output: output.trim(), errors: errors.trim() };
}

test('an announcement is created, listed, edited and ended', async () => {
  const until = ['--until', new Date(Date.now() + 3_600_000).toISOString()];
  const created = await portico('create', '--tenant', 'smsa', '--pt', 'Manutenção', '--warning', ...until);
  expect(created).toMatchObject({ code: 0, output: expect.stringMatching(/^Announcement [\w-]{36} is shown now\.$/) });
  const [id = ''] = /[\w-]{36}/.exec(created.output) ?? [];
  expect((await portico('list', '--tenant', 'smsa')).output).toMatch(
    new RegExp(`^${id}  now +banner .* Manutenção$`, 'm'),
  );
  expect(await portico('edit', id, '--tenant', 'smsa', '--pt-body', 'Hoje', '--en', 'Maintenance')).toMatchObject({
    code: 0,
    output: `Announcement ${id} is changed.`,
  });
  const read = await server.operate('GET', `tenants/smsa/announcements/${id}`);
  expect(await read.json()).toMatchObject({
    edition: 2,
    kind: 'warning',
    texts: { pt: { title: 'Manutenção', body: 'Hoje' }, en: { title: 'Maintenance', body: '' } },
  });
  expect((await portico('edit', id, '--all', '--en', 'x')).errors).toContain('There is no such announcement.');
  expect(await portico('end', id, '--tenant', 'smsa')).toMatchObject({ code: 0, output: 'It is over.' });
  expect((await portico('list', '--tenant', 'smsa', '--state', 'over')).output).toContain(id);
  expect((await portico('list', '--all')).output).not.toContain(id);
});

test.each([
  [['list'], 'Use either --tenant or --all.'],
  [['create', '--all', '--pt', 'x', '--from', 'soon'], '"soon" is not a time such as 2026-12-01T22:00'],
  [['create', '--all', '--until', '2026-12-01T22:00'], 'An announcement needs --pt or --en'],
  [['create', '--all', '--en', 'No end'], 'A banner needs an end after its begin'],
  [['end', 'unknown', '--all'], 'There is no such announcement.'],
])('%j says what is wrong', async (parameters, errors) => {
  const answer = await portico(...parameters);
  expect(answer.code).toBe(1);
  expect(answer.errors).toContain(errors);
});
