/** A page that a test's browser shows. */
export interface TestPage {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A browser without scripts, which keeps cookies by host and port and follows redirects. */
export function createTestBrowser() {
  const jars = new Map<string, readonly Cookie[]>();

  async function request(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const sent = (jars.get(url.host) ?? []).filter(({ path }) => url.pathname.startsWith(path));
    const cookie = sent.map(({ name, value }) => `${name}=${value}`).join('; ');
    const headers = { accept: 'text/html', 'accept-language': 'en', ...(cookie && { cookie }), ...init.headers };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(text) ?? [];
      const [, path = '/'] = /; path=([^;]*)/i.exec(text) ?? [];
      const kept = (jars.get(url.host) ?? []).filter((one) => one.name !== name || one.path !== path);
      const isGone = /; (?:max-age=0|expires=thu, 01 jan 1970)/i.test(text);
      jars.set(url.host, isGone ? kept : [...kept, { name, value, path }]);
    }
    return response;
  }

  async function follow(address: string | URL, init?: RequestInit, isStop?: (url: URL) => boolean): Promise<TestPage> {
    let url = new URL(address);
    let response = await request(url, init);
    for (let location = findNext(response); location; location = findNext(response)) {
      await response.arrayBuffer();
      url = new URL(location, url);
      if (isStop?.(url)) return { url, status: response.status, text: '' };
      response = await request(url);
    }
    return { url, status: response.status, text: await response.text() };
  }

  return {
    request,
    /** Opens an address and follows redirects, until one to an address of `isStop`, which is not opened. */
    open: (address: string | URL, isStop?: (url: URL) => boolean) => follow(address, {}, isStop),
    /** Sends the form of a page to its own address. */
    submit: ({ url }: TestPage, fields: Record<string, string>, isStop?: (url: URL) => boolean) =>
      follow(url, { method: 'POST', body: new URLSearchParams(fields) }, isStop),
    /** Returns the cookies of a host, by name. */
    getCookies: (host: string): ReadonlyMap<string, string> =>
      new Map((jars.get(host) ?? []).map(({ name, value }) => [name, value])),
  };
}

function findNext({ headers }: Response): string | undefined {
  return headers.get('location') ?? /url=(.*)$/.exec(headers.get('refresh') ?? '')?.[1];
}

export type TestBrowser = ReturnType<typeof createTestBrowser>;
