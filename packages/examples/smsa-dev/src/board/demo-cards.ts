import type { Card } from './card';

/** Demo data: the tickets of smsa, as the team sees them. */
export const demoCards: readonly Card[] = [
  {
    id: 4815,
    title: { en: 'No access to the payroll folder', pt: 'Sem acesso à pasta da folha de pagamento' },
    requester: 'Bruno Reis',
    urgent: true,
    column: 'triage',
  },
  {
    id: 4809,
    title: { en: 'Second screen for the reception', pt: 'Segundo monitor para a recepção' },
    requester: 'Carla Nunes',
    urgent: false,
    column: 'triage',
  },
  {
    id: 4814,
    title: { en: 'Video calls drop after a few minutes', pt: 'Chamadas de vídeo caem depois de alguns minutos' },
    requester: 'Dora Menezes',
    urgent: true,
    column: 'doing',
  },
  {
    id: 4806,
    title: { en: 'Air conditioning in room 12 is too cold', pt: 'Ar-condicionado da sala 12 está muito frio' },
    requester: 'Teo Amaral',
    urgent: false,
    column: 'doing',
  },
  {
    id: 4812,
    title: { en: 'Printer on the third floor does not print', pt: 'Impressora do terceiro andar não imprime' },
    requester: 'Ana Prado',
    urgent: false,
    column: 'review',
  },
  {
    id: 4798,
    title: { en: 'New password for the shared mailbox', pt: 'Nova senha da caixa de e-mail compartilhada' },
    requester: 'Ana Prado',
    urgent: false,
    column: 'done',
  },
];
