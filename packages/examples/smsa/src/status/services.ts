import type { Text } from '../language/language';
import { hoursAgo } from '../page/date';

export type Health = 'up' | 'slow' | 'down';

export interface Service {
  readonly id: string;
  readonly name: Text;
  readonly health: Health;
  readonly uptime: string;
  /** One entry a day, the oldest first. */
  readonly days: readonly Health[];
}

interface Incident {
  readonly id: string;
  readonly at: Date;
  readonly ongoing: boolean;
  readonly title: Text;
  readonly body: Text;
}

const month = (troubles: Readonly<Record<number, Health>> = {}): readonly Health[] =>
  Array.from({ length: 30 }, (_, day) => troubles[day] ?? 'up');

export const services: readonly Service[] = [
  { id: 'mail', name: { en: 'E-mail', pt: 'E-mail' }, health: 'up', uptime: '100%', days: month() },
  {
    id: 'network',
    name: { en: 'Office network', pt: 'Rede do escritório' },
    health: 'slow',
    uptime: '99.2%',
    days: month({ 11: 'down', 28: 'slow', 29: 'slow' }),
  },
  {
    id: 'files',
    name: { en: 'Shared files', pt: 'Arquivos compartilhados' },
    health: 'up',
    uptime: '99.9%',
    days: month({ 19: 'slow' }),
  },
  {
    id: 'printing',
    name: { en: 'Printing', pt: 'Impressão' },
    health: 'up',
    uptime: '99.4%',
    days: month({ 27: 'down' }),
  },
  { id: 'telephony', name: { en: 'Telephony', pt: 'Telefonia' }, health: 'up', uptime: '100%', days: month() },
];

export const incidents: readonly Incident[] = [
  {
    id: 'wireless',
    at: hoursAgo(5),
    ongoing: true,
    title: { en: 'Wireless network is slow in meeting rooms 2 and 4', pt: 'Rede sem fio lenta nas salas 2 e 4' },
    body: {
      en: 'Calls may drop. Use the cable where you can; two access points are replaced today.',
      pt: 'Chamadas podem cair. Use o cabo onde puder; dois pontos de acesso serão trocados hoje.',
    },
  },
  {
    id: 'printer',
    at: hoursAgo(27),
    ongoing: false,
    title: { en: 'Third-floor printer stopped', pt: 'Impressora do terceiro andar parada' },
    body: {
      en: 'The queue was restarted and printing works again.',
      pt: 'A fila foi reiniciada e a impressão voltou.',
    },
  },
];
