import type { Text } from '../language/language';
import { hoursAgo } from '../page/date';
import type { Message, Ticket } from './ticket';

const asked = (author: string, hours: number, en: string, pt: string): Message => ({
  author,
  fromTeam: false,
  at: hoursAgo(hours),
  body: { en, pt },
});
const answered = (author: string, hours: number, en: string, pt: string): Message => ({
  ...asked(author, hours, en, pt),
  fromTeam: true,
});
const ticket = (
  id: number,
  subject: Text,
  [category, status, priority]: readonly [Ticket['category'], Ticket['status'], Ticket['priority']],
  ...messages: Ticket['messages']
): Ticket => ({ id, subject, category, status, priority, requester: messages[0].author, messages });

/** Demo data; times are relative to now. */
export const demoTickets = (): readonly Ticket[] => [
  ticket(
    4812,
    { en: 'Printer on the third floor does not print', pt: 'Impressora do terceiro andar não imprime' },
    ['equipment', 'waiting', 'high'],
    asked(
      'Ana Prado',
      27,
      'Since this morning every document stays in the queue. The display shows no error.',
      'Desde a manhã todos os documentos ficam na fila. O visor não mostra nenhum erro.',
    ),
    answered(
      'Marina Lopes',
      25,
      'Thank you, Ana. I restarted the queue and am ordering a new network card to be safe.',
      'Obrigada, Ana. Reiniciei a fila e, por garantia, pedi uma nova placa de rede.',
    ),
    answered(
      'Marina Lopes',
      2,
      'The printer on the third floor is back, please confirm so that we can close it.',
      'A impressora do terceiro andar voltou. Por favor, confirme para que possamos encerrar.',
    ),
  ),
  ticket(
    4815,
    { en: 'No access to the payroll folder', pt: 'Sem acesso à pasta da folha de pagamento' },
    ['access', 'open', 'urgent'],
    asked(
      'Bruno Reis',
      1,
      'I moved to payroll on Monday and need the folder to close the month. Today is the last day.',
      'Passei para a folha na segunda-feira e preciso da pasta para fechar o mês. Hoje é o último dia.',
    ),
  ),
  ticket(
    4814,
    { en: 'Video calls drop after a few minutes', pt: 'Chamadas de vídeo caem depois de alguns minutos' },
    ['software', 'open', 'high'],
    asked(
      'Dora Menezes',
      5,
      'It happens on the wireless network of the meeting rooms, on the cable all is well.',
      'Acontece na rede sem fio das salas de reunião; pelo cabo funciona bem.',
    ),
    answered(
      'Igor Castanho',
      4,
      'We see it too, in rooms 2 and 4. Which of them were you in?',
      'Vemos o mesmo, nas salas 2 e 4. Em qual delas você estava?',
    ),
    asked('Dora Menezes', 3, 'Room 4, both times.', 'Na sala 4, nas duas vezes.'),
  ),
  ticket(
    4809,
    { en: 'Second screen for the reception', pt: 'Segundo monitor para a recepção' },
    ['equipment', 'open', 'low'],
    asked(
      'Carla Nunes',
      52,
      'The calendar and the visitors’ list do not fit on one screen. A used one is fine.',
      'A agenda e a lista de visitantes não cabem em uma tela. Pode ser usado.',
    ),
  ),
  ticket(
    4806,
    { en: 'Air conditioning in room 12 is too cold', pt: 'Ar-condicionado da sala 12 está muito frio' },
    ['building', 'waiting', 'normal'],
    asked('Teo Amaral', 74, 'It stays at 17 degrees whatever we set.', 'Fica em 17 graus, seja qual for o ajuste.'),
    answered(
      'Marina Lopes',
      70,
      'The maintenance company comes on Thursday. Please leave the room free from 10:00.',
      'A empresa de manutenção vem na quinta-feira. Por favor, deixe a sala livre a partir das 10:00.',
    ),
  ),
  ticket(
    4798,
    { en: 'New password for the shared mailbox', pt: 'Nova senha da caixa de e-mail compartilhada' },
    ['access', 'solved', 'normal'],
    asked('Ana Prado', 120, 'Two people left the team last week.', 'Duas pessoas saíram da equipe na semana passada.'),
    answered(
      'Igor Castanho',
      118,
      'Done. The new one is in the team’s vault.',
      'Pronto. A nova está no cofre da equipe.',
    ),
  ),
  ticket(
    4791,
    { en: 'Spreadsheet opens read-only', pt: 'Planilha abre somente para leitura' },
    ['software', 'solved', 'low'],
    asked(
      'Lia Fontes',
      170,
      'Nobody else has it open, I asked around.',
      'Ninguém mais está com ela aberta, já perguntei.',
    ),
    answered(
      'Igor Castanho',
      168,
      'A lock was left over from a crash. I removed it.',
      'Sobrou um bloqueio de uma queda. Removi.',
    ),
  ),
];
