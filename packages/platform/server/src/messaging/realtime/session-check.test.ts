import { fastify } from 'fastify';
import { waitFor } from '../../testing/wait-for';
import { createSessionCheck } from './realtime';

test('any number of requests during a check cause one more check', async () => {
  const finish: (() => void)[] = [];
  const check = () => new Promise<void>((resolve) => finish.push(resolve));
  const checks = createSessionCheck(check, fastify().log);
  checks.run();
  await waitFor(async () => finish[0]);
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
