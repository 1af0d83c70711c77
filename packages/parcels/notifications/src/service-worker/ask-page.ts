import type { Question } from '../push/worker-message';
import type { Page } from './worker-scope';

/**
 * Asks a page; the answer comes by a port.
 * @param timeout in milliseconds
 * @returns `undefined` if it does not answer
 */
export function askPage(page: Page, question: Question, timeout: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const settle = (answer: unknown) => {
      clearTimeout(timer);
      port1.close();
      resolve(answer);
    };
    const timer = setTimeout(settle, timeout, undefined);
    port1.onmessage = ({ data }) => settle(data);
    page.postMessage(question, [port2]);
  });
}
