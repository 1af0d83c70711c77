import { lifecyclesModule } from '../portal/lifecycles-module';
import { signIn } from '../portal/sign-in';
import { expect, test } from '../portal/test';

const file = '/team/1.0.0/module.js';
const violations = `
  try { Function(''); } catch {}
  element.append(Object.assign(new Image(), { src: 'https://tracker.invalid/p.gif?user=ana' }));`;

test.use({
  expectedErrors: /script-src|img-src|[Cc]ontent policy|Content Security Policy/,
  moduleFiles: { 'smsa-local': file },
});

test('a browser reports a module’s violations, with the script if it knows it', async ({ page, modules }) => {
  modules.serves(file, lifecyclesModule({ mount: violations }));
  const waitForReport = (blocked: string) =>
    page.waitForRequest(
      (request) =>
        request.url().endsWith('/api/policy-reports') &&
        request.postDataJSON()['csp-report']['blocked-uri'] === blocked,
    );
  const sent = [waitForReport('eval'), waitForReport('https://tracker.invalid/p.gif?user=ana')];
  await signIn(page, 'dora', '/smsa-local/');
  const [ofScript, ofPicture] = await Promise.all(sent);
  expect(ofScript?.postDataJSON()['csp-report']).toMatchObject({
    'effective-directive': 'script-src',
    'source-file': modules.url + file,
  });
  expect(ofPicture?.postDataJSON()['csp-report']).toMatchObject({
    'effective-directive': 'img-src',
    'document-uri': expect.stringMatching(/\/smsa-local\/$/),
  });
  for (const request of [ofScript, ofPicture]) expect((await request?.response())?.status()).toBe(204);
});
