import { defaultLocale } from '@portico/contract';
import { findSignInQuery, renderSignInForm } from './sign-in-form';

const form = '{{mark}}{{name}}<form action="/signin{{search}}"><input value="{{email}}">';
const rendered = {
  styles: '',
  marks: { logo: '<img src="{{logo}}">', letter: '<b>{{letter}}</b>' },
  forms: {
    pt: { form: `pt ${form}`, refused: { 'too-many-tries': `pt ${form} Aguarde {{wait}} s.` } },
    en: { form: `en ${form}`, refused: { 'too-many-tries': `en ${form} Wait {{wait}} s.` } },
  },
};
const request = { locale: defaultLocale, tenant: { name: 'SMSA' }, search: '' };

test('the form stands in the language of the request, and in a template in the other one', () => {
  const [template, content] = renderSignInForm(rendered, { ...request, locale: 'en' }).split('</template>');
  expect(template).toContain('pt <b>S</b>SMSA<form action="/signin"><input value="">');
  expect(content).toContain('en <b>S</b>SMSA<form action="/signin"><input value="">');
});

test('a refusal keeps the e-mail and says how long to wait, in both languages', () => {
  const refusal = { reason: 'too-many-tries', email: 'ana@portico.test', wait: 30 } as const;
  const html = renderSignInForm(rendered, { ...request, refusal });
  expect(html).toContain('value="ana@portico.test"> Aguarde 30 s.');
  expect(html).toContain('value="ana@portico.test"> Wait 30 s.');
});

test('whatever stands in a slot is escaped, and is not a slot itself', () => {
  const html = renderSignInForm(rendered, {
    ...request,
    tenant: { name: ' "<b>{{email}}', logo: 'https://cdn.test/a"b.png' },
    search: '?link=%2F"><script>',
    refusal: { reason: 'wrong-credentials', email: '"><script>{{name}}&', wait: 0 },
  });
  expect(html).toContain('<img src="https://cdn.test/a&quot;b.png"> &quot;&lt;b>{{email}}<form');
  expect(html).toContain('action="/signin?link=%2F&quot;>&lt;script>"');
  expect(html).toContain('value="&quot;>&lt;script>{{name}}&amp;"');
});

test.each([
  ['/signin', ''],
  ['/signin/?link=%2Fsmsa%3Fa%3Db&x=1', '?link=%2Fsmsa%3Fa%3Db'],
  ['/signin?link=https%3A%2F%2Fevil.test', '?link=https%3A%2F%2Fevil.test'],
  ['/', ''],
  ['/404', ''],
  ['/smsa/deep?x=1', '?link=%2Fsmsa%2Fdeep%3Fx%3D1'],
  ['/recover?link=%2Fsmsa', undefined],
  ['/smsa/portal', undefined],
  ['/smsa/tickets/evaluation', undefined],
])('at %s the query of the form is %j', (address, query) => {
  expect(findSignInQuery(address)).toBe(query);
});
