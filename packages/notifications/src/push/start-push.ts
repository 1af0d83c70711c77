import type { Delivery, StartDelivery } from '../delivery/delivery';
import { report } from '../report';

/**
 * Browser push by Firebase Cloud Messaging; everything about it is fetched when it is first needed.
 * @param onUnsupported this browser turned out not to be able to
 */
export function startPushFor(email: string, onUnsupported: () => void): StartDelivery {
  return (events) => {
    let delivery: Delivery | undefined;
    let isOpening = false;
    let isOver = false;
    const open = async () => {
      isOpening = true;
      try {
        const { openPush } = await import(/* webpackChunkName: "push" */ './open-push');
        if (!isOver) delivery = await openPush(email, events, onUnsupported);
        if (isOver) delivery?.stop();
      } catch (error) {
        if (isOver) return;
        report('Erro ao iniciar Firebase', error);
        events.onStatus('off');
      } finally {
        isOpening = false;
      }
    };
    void open();
    return {
      verify() {
        if (delivery) delivery.verify();
        else if (!isOpening) void open();
      },
      stop() {
        isOver = true;
        delivery?.stop();
      },
    };
  };
}
