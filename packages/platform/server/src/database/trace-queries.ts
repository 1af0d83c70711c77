/** Runs a query, and measures it. The text has placeholders, no values. */
export type TraceQuery = (text: string, run: () => unknown) => unknown;

/** Lets the queries of a client be traced, except those with a callback: they belong to another one, of the pool. */
export function traceQueries(client: object, trace: TraceQuery): void {
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  const traced = (...parameters: unknown[]) => {
    const run = () => Reflect.apply(query, client, parameters);
    return typeof parameters.at(-1) === 'function' ? run() : trace(readText(parameters[0]), run);
  };
  Object.assign(client, { query: traced });
}

function readText(query: unknown): string {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null && 'text' in query ? query.text : '';
  return typeof text === 'string' ? text : '';
}
