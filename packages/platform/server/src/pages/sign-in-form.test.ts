import { defaultLocale } from '@portico/contract';
import { findFormSearch, renderSignInForm } from './sign-in-form';

const form = '{{mark}}{{name}}<form action="/signin{{search}}"><input value="{{email}}">';
const rendered = {
  styles: '',
  marks: { logo: '<img src="{{logo}}">', letter: '<b>{{letter}}</b>' },
  forms: { pt: `pt ${form}`, en: `en ${form}` },
  answers: {
    pt: { 'too-many-tries': `pt ${form} Aguarde {{wait}} s.` },
    en: { 'too-many-tries': `en ${form} Wait {{wait}} s.` },
  },
};
const request = { locale: defaultLocale, tenant: { name: 'SMSA' }, search: '' } as const;

test('renders the form in the language of the request, and as a text in the other language', () => {
  const [text, content] = renderSignInForm(rendered, { ...request, locale: 'en' }).split('</script>');
  expect(text).toContain('pt <b>S</b>SMSA<form action="/signin"><input value="">');
  expect(content).toContain('en <b>S</b>SMSA<form action="/signin"><input value="">');
});

test('a refusal keeps the e-mail and says how long to wait, in both languages', () => {
  const answer = { reason: 'too-many-tries', email: 'ana@portico.test', wait: 30 } as const;
  const html = renderSignInForm(rendered, { ...request, answer });
  expect(html).toContain('value="ana@portico.test"> Aguarde 30 s.');
  expect(html).toContain('value="ana@portico.test"> Wait 30 s.');
});

test('escapes the values of slots and fills no slots in them', () => {
  const html = renderSignInForm(rendered, {
    ...request,
    tenant: { name: ' "<b>{{email}}', logo: 'https://cdn.test/a"b.png' },
    search: '?link=%2F"><script>',
    answer: { reason: 'wrong-credentials', email: '"><script>{{name}}&', wait: 0 },
  });
  expect(html).toContain('<img src="https://cdn.test/a&quot;b.png"> &quot;&lt;b>{{email}}<form');
  expect(html).toContain('action="/signin?link=%2F&quot;>&lt;script>"');
  expect(html).toContain('value="&quot;>&lt;script>{{name}}&amp;"');
  // No value ends the text of the other language early or keeps it open.
  expect(html.match(/<\/?script/g)).toHaveLength(2);
});

test.each([
  ['/signin', ''],
  ['/signin/?link=%2Fsmsa%3Fa%3Db&x=1', '?link=%2Fsmsa%3Fa%3Db'],
  ['/signin?link=https%3A%2F%2Fevil.test', '?link=https%3A%2F%2Fevil.test'],
  ['/', ''],
  ['/404', ''],
  ['/smsa/deep?x=1', '?link=%2Fsmsa%2Fdeep%3Fx%3D1'],
])('at %s the form has the query %j', (address, search) => {
  expect(findFormSearch(address)).toBe(search);
});

test.each(['/recover', '/smsa/portal', '/smsa/tickets/evaluation'])('at %s there is no form', (address) => {
  expect(findFormSearch(address)).toBeUndefined();
});
