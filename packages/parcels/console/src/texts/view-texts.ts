import { defineTexts } from './define-texts';

/** The names of the views. */
export const viewTitles = defineTexts(
  {
    overview: 'Overview',
    people: 'People',
    access: 'Access',
    invitations: 'Invitations',
    look: 'Look',
    releases: 'Releases',
    announcements: 'Announcements',
    failures: 'Failures',
    tokens: 'Tokens and keys',
    roles: 'Roles',
    audit: 'Audit',
    overrides: 'Overrides',
    health: 'Health',
  },
  {
    overview: 'Visão geral',
    people: 'Pessoas',
    access: 'Acesso',
    invitations: 'Convites',
    look: 'Aparência',
    releases: 'Versões',
    announcements: 'Avisos',
    failures: 'Falhas',
    tokens: 'Tokens e chaves',
    roles: 'Funções',
    audit: 'Auditoria',
    overrides: 'Substituições',
    health: 'Saúde',
  },
);

/** A sentence for each view: what the caller does there. */
export const viewLeads = defineTexts(
  {
    overview: 'Your roles, and what they allow.',
    people: 'Why somebody cannot sign in, and help.',
    access: 'Who may use which application, groups, and requests.',
    invitations: 'Invite people, one by one or by a list.',
    look: 'Name, logo, colour, sender of mails, and hosts.',
    releases: 'What is live, rollouts, and what a version changes.',
    announcements: 'Banners and notifications for users.',
    failures: 'What fails in browsers, for whom, and where in the code.',
    tokens: 'Team tokens and service keys, with last use and end.',
    roles: 'Who administers here, and how.',
    audit: 'Who did what, on what, and when.',
    overrides: 'Builds of modules that only this browser uses.',
    health: 'Versions, backup, queues, broker and disk.',
  },
  {
    overview: 'As suas funções e o que elas permitem.',
    people: 'Por que alguém não consegue entrar, e ajuda.',
    access: 'Quem pode usar qual aplicativo, grupos e pedidos.',
    invitations: 'Convide pessoas, uma a uma ou por uma lista.',
    look: 'Nome, logotipo, cor, remetente dos e-mails e hosts.',
    releases: 'O que está em uso, os lançamentos graduais e o que uma versão altera.',
    announcements: 'Banners e notificações para os usuários.',
    failures: 'O que falha nos navegadores, para quem e onde no código.',
    tokens: 'Tokens de equipe e chaves de serviço, com último uso e fim.',
    roles: 'Quem administra aqui, e como.',
    audit: 'Quem fez o quê, em quê e quando.',
    overrides: 'Builds de módulos que só este navegador usa.',
    health: 'Versões, backup, filas, broker e disco.',
  },
);
