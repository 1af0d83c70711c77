import { setImmediate } from 'node:timers/promises';
import { createBackgroundTasks } from './background-tasks';

test('the end waits for a task that another one has started', async () => {
  const ended: string[] = [];
  const background = createBackgroundTasks(() => {});
  background.run(async () => {
    await setImmediate();
    background.run(async () => {
      await setImmediate();
      ended.push('inner');
    });
    ended.push('outer');
  });
  await background.close();
  expect(ended).toEqual(['outer', 'inner']);
});
