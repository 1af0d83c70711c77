/** Timeout of a command in milliseconds: a driver that hangs fails the test. */
const commandTimeout = 20_000;
const untilTimeout = 30_000;

/** A session of classic WebDriver. */
export class WebDriver {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  /** @param url of the driver */
  static async open(url: string, capabilities: object): Promise<WebDriver> {
    await until(() => send(url, 'GET', '/status'));
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = await send<{ sessionId: string }>(url, 'POST', '/session', body);
    return new WebDriver(`${url}/session/${sessionId}`);
  }

  get<Value>(path: string): Promise<Value> {
    return send(this.#session, 'GET', path);
  }

  post<Value>(path: string, body: object = {}): Promise<Value> {
    return send(this.#session, 'POST', path, body);
  }

  /**
   * Waits for an element.
   * @returns the path of its commands
   */
  async find(xpath: string): Promise<string> {
    const element = await until(() => this.post<object>('/element', { using: 'xpath', value: xpath }), xpath);
    return `/element/${Object.values(element)[0]}`;
  }

  async close(): Promise<void> {
    await send(this.#session, 'DELETE', '');
  }
}

/**
 * Repeats a task until it returns a value.
 * @throws its last error after the timeout
 */
export async function until<Value>(task: () => Promise<Value>, what = String(task)): Promise<NonNullable<Value>> {
  const end = Date.now() + untilTimeout;
  for (;;) {
    const found = await task().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (found && !(found instanceof Error)) return found;
    if (Date.now() > end) throw new Error(`Never: ${what}`, { cause: found });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function send<Value>(base: string, method: string, path: string, body?: object): Promise<Value> {
  const answer = await fetch(base + path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(commandTimeout),
  });
  const { value } = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
  return value;
}
