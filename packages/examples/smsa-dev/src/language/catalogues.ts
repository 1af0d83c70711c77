export type Catalogue = typeof en;

export const en = {
  title: 'Ticket board',
  next: 'Next version',
  lead: 'The help desk as a board. Move a card with its arrows, or with ← and → while it has the focus.',
  urgentOnly: 'Only urgent',
  columns: { triage: 'To sort', doing: 'In progress', review: 'To confirm', done: 'Solved' },
  urgent: 'Urgent',
  count: (count: number) => (count === 1 ? '1 card' : `${count} cards`),
  back: (column: string) => `Move back to ${column}`,
  forward: (column: string) => `Move on to ${column}`,
  moved: (id: number, column: string) => `Ticket ${id} is now in ${column}.`,
  empty: 'Nothing here',
};

export const pt: Catalogue = {
  title: 'Quadro de chamados',
  next: 'Próxima versão',
  lead: 'A central de serviços como quadro. Mova um cartão pelas setas dele, ou com ← e → enquanto ele tem o foco.',
  urgentOnly: 'Só urgentes',
  columns: { triage: 'Triagem', doing: 'Em andamento', review: 'A confirmar', done: 'Resolvido' },
  urgent: 'Urgente',
  count: (count) => (count === 1 ? '1 cartão' : `${count} cartões`),
  back: (column) => `Voltar para ${column}`,
  forward: (column) => `Avançar para ${column}`,
  moved: (id, column) => `O chamado ${id} está agora em ${column}.`,
  empty: 'Nada aqui',
};
