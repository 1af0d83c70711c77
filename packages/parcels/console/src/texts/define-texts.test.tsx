import { createModule } from '@portico/module-kit';
import { mountModule } from '@portico/module-kit/testing';
import { defineTexts } from './define-texts';

const useTexts = defineTexts({
  en: { hello: 'Hello, {{name}}', found_one: '{{count}} person', found_other: '{{count}} people' },
  pt: {
    hello: 'Olá, {{name}}',
    found_one: '{{count}} pessoa',
    found_many: '{{count}} de pessoas',
    found_other: '{{count}} pessoas',
  },
});

function Page() {
  const t = useTexts();
  // @ts-expect-error
  t('bye');
  const counted = [0, 1, 2, 1_500, 1_000_000].map((count) => t('found', { count }));
  return [t('hello', { name: '{{count}}' }), ...counted, String(t.find('toString'))].join(' · ');
}

test('texts follow the language, with values and forms for numbers', async () => {
  const module = await mountModule(createModule(Page), { locale: 'en' });
  expect(module.element).toHaveTextContent(
    'Hello, {{count}} · 0 people · 1 person · 2 people · 1,500 people · 1,000,000 people · undefined',
  );
  await module.changeLocale('pt');
  expect(module.element).toHaveTextContent(
    'Olá, {{count}} · 0 pessoa · 1 pessoa · 2 pessoas · 1.500 pessoas · 1.000.000 de pessoas · undefined',
  );
});
