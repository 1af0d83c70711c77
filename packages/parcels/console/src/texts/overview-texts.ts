import { defineTexts } from './define-texts';

export const overviewTexts = defineTexts(
  {
    title: 'Overview',
    lead: 'What you may do in {tenant}.',
    you: 'You',
    roles: 'Your roles',
    everywhere: 'in the whole portal',
    in_tenant: 'in {tenant}',
    of_modules: 'of {modules}',
    confirmed: 'You have confirmed that it is you. Until {time}, dangerous steps do not ask again.',
    unconfirmed: 'Dangerous steps ask you to confirm that it is you.',
    views: 'Where to go',
  },
  {
    title: 'Visão geral',
    lead: 'O que você pode fazer em {tenant}.',
    you: 'Você',
    roles: 'As suas funções',
    everywhere: 'no portal inteiro',
    in_tenant: 'em {tenant}',
    of_modules: 'de {modules}',
    confirmed: 'Você confirmou que é você. Até {time}, os passos perigosos não perguntam de novo.',
    unconfirmed: 'Os passos perigosos pedem que você confirme que é você.',
    views: 'Aonde ir',
  },
);
