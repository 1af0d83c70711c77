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
    confirmed: 'Your password is confirmed until {time}: dangerous steps do not ask for it.',
    unconfirmed: 'Dangerous steps ask for your password again.',
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
    confirmed: 'A sua senha está confirmada até {time}: os passos perigosos não a pedem.',
    unconfirmed: 'Os passos perigosos pedem a sua senha de novo.',
    views: 'Aonde ir',
  },
);
