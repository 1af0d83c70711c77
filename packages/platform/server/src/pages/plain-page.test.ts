import cookie from '@fastify/cookie';
import { configurationSchema, type Tenant } from '@portico/contract';
import fastify from 'fastify';
import * as v from 'valibot';
import { digest } from './content-policy';
import { createPlainPage } from './plain-page';

/** Opens a plain page of a tenant. */
async function open(tenant: Tenant) {
  const app = fastify();
  await app.register(cookie);
  const configuration = v.parse(configurationSchema, { tenants: { acme: tenant } });
  app.get('/', async (_request, reply) => {
    const { send } = await createPlainPage(reply, async () => ({ configuration }));
    return send('A title', '<p>Some text</p>');
  });
  const { body, headers } = await app.inject('/').finally(() => app.close());
  return { body, policy: String(headers['content-security-policy']) };
}

it('has the name, the logo and the accent of the tenant, and a policy that allows them', async () => {
  const logo = 'https://files.acme.test/logo.png';
  const { body, policy } = await open({ name: 'Acme & Co', logo, accent: '#ffd400' });
  expect(body).toContain(`<header><img src="${logo}" alt=""><bdi>Acme &amp; Co</bdi></header>`);
  // Yellow is too light for white text.
  expect(body).toContain('--accent:light-dark(#7c6600,oklch(from #ffd400 ');
  const [, sheet = ''] = /<style>(.*)<\/style>/.exec(body) ?? [];
  expect(policy).toContain(`style-src ${digest(sheet)}`);
  expect(policy).toContain("img-src 'self' https://files.acme.test;");
});

it('has the first letter of a tenant without a logo', async () => {
  const { body } = await open({ name: 'Acme' });
  expect(body).toContain('<header><span class="mark" aria-hidden="true">A</span><bdi>Acme</bdi></header>');
});
