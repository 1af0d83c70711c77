import { defineTexts } from './define-texts';

export const frameTexts = defineTexts(
  {
    console: 'Console',
    loading: 'Loading …',
    failed: 'The console did not load',
    try_again: 'Try again',
    no_role: 'You have no role',
    no_role_text: 'Your account has no role in this portal. An operator or an administrator can give you one.',
    not_allowed: 'Not allowed',
    not_allowed_text:
      'Your roles do not include this page. An operator or an administrator can give you one that does.',
    not_found: 'There is no such page',
    not_found_text: 'The console has no page at this address.',
    to_overview: 'To the overview',
  },
  {
    console: 'Console',
    loading: 'Carregando …',
    failed: 'O console não carregou',
    try_again: 'Tentar de novo',
    no_role: 'Você não tem uma função',
    no_role_text: 'A sua conta não tem uma função neste portal. Um operador ou um administrador pode dar uma a você.',
    not_allowed: 'Sem permissão',
    not_allowed_text:
      'As suas funções não incluem esta página. Um operador ou um administrador pode dar a você uma que inclua.',
    not_found: 'Esta página não existe',
    not_found_text: 'O console não tem uma página neste endereço.',
    to_overview: 'Ir para a visão geral',
  },
);
