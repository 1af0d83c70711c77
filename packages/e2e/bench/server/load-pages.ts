import autocannon from 'autocannon';

/** A page, and the headers of its requests. */
export interface PageRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a browser sends with a navigation; a session is only written into documents. */
export const navigationHeaders = {
  accept: 'text/html',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8',
  'sec-fetch-dest': 'document',
};

/** Each of so many connections asks again as soon as it has its answer. */
const connections = 16;

/**
 * Asks for a page again and again.
 * @returns the answers a second
 * @throws Error if one is not 200
 */
export async function measureRate({ url, headers }: PageRequest, seconds: number): Promise<number> {
  const result = await autocannon({ url, headers: { ...headers }, connections, duration: seconds });
  requireAnswers(url, result);
  return result.requests.total / result.duration;
}

/**
 * Asks for a page that often.
 * @throws Error if an answer is not 200
 */
export async function requestPages({ url, headers }: PageRequest, amount: number): Promise<void> {
  requireAnswers(url, await autocannon({ url, headers: { ...headers }, connections, amount }));
}

function requireAnswers(url: string, { errors, non2xx, timeouts }: autocannon.Result): void {
  if (errors + non2xx + timeouts > 0) {
    throw new Error(`${url}: ${non2xx} refused, ${errors} failed, ${timeouts} not answered in time.`);
  }
}
