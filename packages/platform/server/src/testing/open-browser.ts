import type { TestServer } from './start-test-server';
import type { TestCall } from './test-client';

/** A browser at an address of its own, which keeps cookies. */
export interface TestBrowser {
  /** Its cookies, by name. */
  readonly jar: Map<string, string>;
  call(method: string, path: string, call?: TestCall): Promise<Response>;
  /** Sends e-mail and password. */
  enter(email: string, password?: string): Promise<Response>;
}

let browsers = 0;

/** Opens a browser. The server must trust the proxy at loopback. */
export function openBrowser({ call }: TestServer, ip = `10.7.${++browsers >> 8}.${browsers & 255}`): TestBrowser {
  const jar = new Map<string, string>();
  const send: TestBrowser['call'] = async (method, path, { headers, ...options } = {}) => {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const all = { 'x-forwarded-for': ip, ...(cookie !== '' && { cookie }), ...headers };
    const response = await call(method, path, { ...options, headers: all });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(text) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    jar,
    call: send,
    enter: (email, password = 'portico-demo') => send('POST', '/api/auth', { body: { email, password } }),
  };
}
