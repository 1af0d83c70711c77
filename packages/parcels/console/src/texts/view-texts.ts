import { defineTexts } from './define-texts';

/** The names of the views. */
export const viewTitles = defineTexts({ overview: 'Overview' }, { overview: 'Visão geral' });

/** A sentence for each view: what the caller does there. */
export const viewLeads = defineTexts(
  { overview: 'Your roles, and what they allow.' },
  { overview: 'As suas funções e o que elas permitem.' },
);
