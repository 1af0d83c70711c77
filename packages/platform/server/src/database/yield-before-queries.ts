import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import pLimit from 'p-limit';

/**
 * Lets other calls in before each query. PGlite executes a query on the thread that answers all calls, and would
 * execute those that wait one after another, before this process reads the next request.
 */
export function yieldBeforeQueries(client: Pick<PGlite, 'query' | 'transaction'>): void {
  const oneAtATime = pLimit(1);
  const query: PGlite['query'] = client.query.bind(client);
  const transaction: PGlite['transaction'] = client.transaction.bind(client);
  client.query = (...parameters) =>
    oneAtATime(async () => {
      await yieldToEventLoop();
      return query(...parameters);
    });
  client.transaction = (work) => oneAtATime(() => transaction((opened) => work(withInputBetween(opened))));
}

function withInputBetween(transaction: Transaction): Transaction {
  const query: Transaction['query'] = transaction.query.bind(transaction);
  return Object.assign(transaction, {
    query: async (...parameters: Parameters<Transaction['query']>) => {
      await yieldToEventLoop();
      return query(...parameters);
    },
  });
}
