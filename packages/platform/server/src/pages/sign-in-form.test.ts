import { defaultLocale } from '@portico/contract';
import { findFormSearch, renderSignInForm } from './sign-in-form';

const form = '{{mark}}{{name}}<form action="/signin{{search}}"><input value="{{email}}">';
const signIn = {
  styles: '',
  marks: { logo: '<img src="{{logo}}">', letter: '<b>{{letter}}</b>' },
  forms: { pt: `pt ${form}`, en: `en ${form}` },
  answers: {
    pt: { 'too-many-tries': `pt ${form} Aguarde {{wait}}.` },
    en: { 'too-many-tries': `en ${form} Wait {{wait}}.` },
  },
};
const secondStep = (text: string) => ({ 'second-factor-wrong': `${text} <input value="{{email}}">` });
const secondFactor = { styles: 'input{}', answers: { pt: secondStep('Código'), en: secondStep('Code') } };
const providerForm = { forms: signIn.forms, answers: signIn.answers, button: { pt: '', en: '' } };
const providerSignIn = { styles: 'a{}', emailFirst: providerForm, one: providerForm, several: providerForm };
const parts = { signIn, secondFactor, providerSignIn };
const request = { locale: defaultLocale, tenant: { name: 'SMSA' }, search: '' } as const;

test('renders the form in the language of the request, and as a text in the other language', () => {
  const [text, content] = renderSignInForm(parts, { ...request, locale: 'en' }).html.split('</script>');
  expect(text).toContain('pt <b>S</b>SMSA<form action="/signin"><input value="">');
  expect(content).toContain('en <b>S</b>SMSA<form action="/signin"><input value="">');
});

test('a refusal keeps the e-mail and says how long to wait, in both languages', () => {
  const answer = { reason: 'too-many-tries', email: 'ana@portico.test', wait: 708 } as const;
  const html = renderSignInForm(parts, { ...request, answer }).html;
  expect(html).toContain('value="ana@portico.test"> Aguarde 11 min 48 s.');
  expect(html).toContain('value="ana@portico.test"> Wait 11 min 48 s.');
});

test.each([undefined, { list: [], passwordsOff: false }])(
  'the second step has its own form and style sheet, which no other page has, with the providers %j',
  (providers) => {
    const answer = { reason: 'second-factor-wrong', email: 'ana@portico.test', wait: 0 };
    const form = renderSignInForm(parts, { ...request, providers, answer });
    expect(form).toMatchObject({ styles: 'input{}', isRare: true });
    expect(form.html).toContain('Código <input value="ana@portico.test">');
    const first = { ...answer, reason: 'wrong-credentials' };
    expect(renderSignInForm(parts, { ...request, providers, answer: first }).styles).not.toContain('input');
  },
);

test('escapes the values of slots and fills no slots in them', () => {
  const { html } = renderSignInForm(parts, {
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
