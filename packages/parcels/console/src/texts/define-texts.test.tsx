import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { defineTexts, useTexts } from './define-texts';

const texts = defineTexts(
  { hello: 'Hello, {name}', found: { one: '{count} person', other: '{count} people' } },
  { hello: 'Olá, {name}', found: { one: '{count} pessoa', other: '{count} pessoas' } },
);

function Page() {
  const t = useTexts(texts);
  return [t('hello', { name: '{count}' }), ...[0, 1, 2, 1_500].map((count) => t('found', { count }))].join(' · ');
}

test('texts follow the language, with values and forms for numbers', async () => {
  const module = await mountModule(createModule(Page), { locale: 'en' });
  expect(module.element).toHaveTextContent('Hello, {count} · 0 people · 1 person · 2 people · 1,500 people');
  await module.changeLocale('pt');
  expect(module.element).toHaveTextContent('Olá, {count} · 0 pessoa · 1 pessoa · 2 pessoas · 1.500 pessoas');
});
