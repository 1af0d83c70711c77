import autocannon from 'autocannon';

/** A page, and the headers of its requests. */
export interface PageRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The headers of a browser's navigation: the server writes the session only into documents. */
export const navigationHeaders = {
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8',
  'sec-fetch-dest': 'document',
};

/** Number of connections. Each sends its next request as soon as it has an answer. */
const connections = 16;

/**
 * Requests a page repeatedly.
 * @returns responses per second
 * @throws Error if a response is not 200
 */
export async function measureRate({ url, headers }: PageRequest, seconds: number): Promise<number> {
  const result = await autocannon({ url, headers: { ...headers }, connections, duration: seconds });
  requireAnswers(url, result);
  return result.requests.total / result.duration;
}

/**
 * Requests a page a number of times.
 * @throws Error if a response is not 200
 */
export async function requestPages({ url, headers }: PageRequest, amount: number): Promise<void> {
  requireAnswers(url, await autocannon({ url, headers: { ...headers }, connections, amount }));
}

function requireAnswers(url: string, { errors, non2xx, timeouts }: autocannon.Result): void {
  if (errors + non2xx + timeouts > 0) {
    throw new Error(`${url}: ${non2xx} refused, ${errors} failed, ${timeouts} not answered in time.`);
  }
}
