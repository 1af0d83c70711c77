import { createHash } from 'node:crypto';
import { startBeforeTests } from '../../testing/start-before-tests';
import { startModuleHost } from '../../testing/start-module-host';
import { startTestServer } from '../../testing/start-test-server';
import { publishingCalls } from '../../testing/test-publishing';

const many = Array.from({ length: 12 }, (_, number) => `m${number}`);

const host = startBeforeTests(startModuleHost);
const server = startBeforeTests(() => {
  const configuration = { moduleOrigins: [host.origin], modulePolicy: { hrstudium: { wasm: true } } };
  return startTestServer({}, { hasShell: true, configuration });
});
const calls = publishingCalls(server);
let token: string;
beforeAll(async () => {
  ({ token } = await calls.createToken('smsa', 'hrstudium', ...many));
});

// Without a language the response is in English.
const patch = (address: string, body: object) => calls.deploy(token, 'PATCH', address, body);

async function readRefusal(address: string, body: object): Promise<unknown> {
  const response = await patch(address, body);
  expect(response.status).toBe(400);
  return response.json();
}

const cached = { 'cache-control': 'max-age=86400' };

/** Hosts a script and returns its new address. */
function hostScript(content: string, headers: Record<string, string> = {}): string {
  const name = createHash('sha256').update(content).digest('hex').slice(0, 8);
  host.files.set(`/${name}.js`, { content, headers });
  return `${host.origin}/${name}.js`;
}

test('a pipeline declares needs that the operator allows, and is warned of needs that it no longer declares', async () => {
  const warn = async (address: string, body: object) => {
    const response = await patch(address, body);
    expect(response.status).toBe(200);
    return response.headers.get('x-portico-warning');
  };
  const readScripts = async () => {
    const { headers } = await server.call('GET', '/', { headers: { accept: 'text/html' } });
    return /script-src [^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0];
  };
  const name = '@module/hrstudium';
  const policy = { wasm: true, workers: true };
  expect(await readScripts()).not.toContain('wasm');
  expect(await warn('services', { service: name, url: hostScript('needs', cached), policy })).toMatch(
    /does not allow hrstudium all .* block it: workers\./,
  );
  expect(await readScripts()).toContain("'wasm-unsafe-eval'");
  const body = { imports: { [name]: hostScript('needs-map', cached) }, policy: { [name]: { wasm: true } } };
  expect(await warn('import-map.json', body)).toMatch(/^hrstudium no longer declares .*: workers\./);
  expect(await warn('services', { service: name, url: hostScript('needs-nothing', cached) })).toMatch(/before: wasm\./);
});

test('needs of no module in the call, or of an unknown kind, are refused', async () => {
  const url = hostScript('wrong-needs');
  const foreign = { imports: { '@module/smsa': url }, policy: { '@module/other': { wasm: true } } };
  expect(await readRefusal('import-map.json', foreign)).toMatchObject({
    code: 'policy-unused',
    message: 'policy has @module/other, which is not in imports.',
  });
  const policy = { scripts: ['https://a.test'] };
  const requests = {
    services: { service: '@module/smsa', url, policy },
    'import-map.json': { imports: { '@module/smsa': url }, policy: { '@module/smsa': policy } },
  };
  for (const [address, body] of Object.entries(requests)) {
    expect(await readRefusal(address, body)).toMatchObject({
      code: 'policy-invalid',
      message: expect.stringMatching(/^The needs in "policy" are wrong: policy\..*scripts: /),
    });
  }
});

test('a response has ten warnings at most: proxies refuse large headers', async () => {
  const imports = Object.fromEntries(many.map((module) => [`@module/${module}`, hostScript(module)]));
  const response = await patch('import-map.json', { imports });
  expect(response.status).toBe(200);
  const warnings = response.headers.get('x-portico-warning') ?? '';
  expect(warnings.match(/is fetched again at every visit/g)).toHaveLength(10);
  expect(warnings).toMatch(/, 2 more in the log of the portal$/);
});
