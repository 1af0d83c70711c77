import { defineTexts } from './define-texts';

/** The names of the views. */
export const viewTitles = defineTexts(
  { overview: 'Overview', access: 'Access', invitations: 'Invitations' },
  { overview: 'Visão geral', access: 'Acesso', invitations: 'Convites' },
);

/** A sentence for each view: what the caller does there. */
export const viewLeads = defineTexts(
  {
    overview: 'Your roles, and what they allow.',
    access: 'Who may use which application, groups, and requests.',
    invitations: 'Invite people, one by one or by a list.',
  },
  {
    overview: 'As suas funções e o que elas permitem.',
    access: 'Quem pode usar qual aplicativo, grupos e pedidos.',
    invitations: 'Convide pessoas, uma a uma ou por uma lista.',
  },
);
