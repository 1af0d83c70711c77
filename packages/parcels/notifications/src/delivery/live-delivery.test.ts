import { dismissToast, showToast } from '@portico/shared';
import { testPortal } from '@portico/shared/testing';
import { startPush } from './live-delivery';

const portal = testPortal();
beforeEach(() => portal.reset());

it('push asks for the lists whenever the queue changes and toasts of notifications wait', async () => {
  await portal.signIn({ email: 'ana@portico.test', name: 'Ana Prado' }, []);
  const onGap = jest.fn();
  const push = startPush('ana@portico.test', { onMessage() {}, onGap, onStatus() {}, onUnsupported() {} });
  showToast({ type: 'info', text: 'Of a module' });
  expect(onGap).not.toHaveBeenCalled();
  for (const id of [1, 2, 3]) showToast({ type: 'info', text: 'Ticket', key: `notification:${id}` });
  expect(onGap).toHaveBeenCalledTimes(3);
  dismissToast('notification:1');
  expect(onGap).toHaveBeenCalledTimes(4);
  push.stop();
  dismissToast('notification:2');
  expect(onGap).toHaveBeenCalledTimes(4);
});
