import { screen, within } from '@testing-library/react';
import { answerCalls, olga } from '../testing/answer-calls';
import { openConsole, prepareConsole } from '../testing/open-console';

prepareConsole();

const health = {
  server: { state: 'ok', version: '0.1.0', schema: '0031-look', started_at: '2026-05-01T10:00:00.000Z' },
  database: { state: 'ok', milliseconds: 2 },
  backup: { state: 'attention', last_at: null },
  mail: { state: 'off', waiting: 0, failed: 0, outbox: 3 },
  notifications: { state: 'ok', waiting: 0 },
  push: { state: 'off', waiting: 0 },
  broker: { state: 'failed', connections: 4 },
  disk: { state: 'ok', free_bytes: 5e9, total_bytes: 2e10 },
};

test('each part has a line with its state in a word', async () => {
  answerCalls({ 'GET self': { body: olga }, 'GET health': { body: health } });
  await openConsole('/health');
  const terms = await screen.findAllByRole('term');
  expect(terms.map((term) => term.parentElement?.textContent)).toEqual([
    expect.stringMatching(/^ServerOKVersion 0\.1\.0, database 0031-look, since May 1, 2026/),
    'DatabaseOKAnswers in 2 ms.',
    'BackupNeeds attentionNo backup by “portico backup” is known.',
    'MailNot configuredWithout a mail server, 3 are in the outbox.',
    'NotificationsOK0 waiting.',
    'PushNot configuredBrowsers get notifications only while the portal is open.',
    'BrokerFailedNot connected. Tabs learn news by polling.',
    'DiskOK5 GB of 20 GB are free.',
  ]);
});

test('a caller who is no operator has no link to it', async () => {
  answerCalls({ 'GET self': { body: { ...olga, is_operator: false } } });
  await openConsole('/');
  const navigation = within(await screen.findByRole('navigation', { name: 'Console' }));
  expect(navigation.queryByRole('link', { name: 'Health' })).toBeNull();
});
