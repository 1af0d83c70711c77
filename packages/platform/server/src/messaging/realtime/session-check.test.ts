import { fastify } from 'fastify';
import { waitFor } from '../../testing/wait-for';
import { createSessionCheck } from './realtime';

test('sessions that end during a check are checked once more, however often that is asked', async () => {
  const finish: (() => void)[] = [];
  const check = () => new Promise<void>((resolve) => finish.push(resolve));
  const checks = createSessionCheck(check, fastify().log);
  checks.run();
  checks.run();
  checks.run();
  expect(finish).toHaveLength(1);
  finish[0]?.();
  const closed = checks.close();
  await waitFor(async () => finish[1]);
  finish[1]?.();
  await closed;
  expect(finish).toHaveLength(2);
});
