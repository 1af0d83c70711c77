import type { Text } from '../language/language';

export interface Question {
  readonly id: string;
  readonly question: Text;
  readonly answer: Text;
}

export const questions: readonly Question[] = [
  {
    id: 'ticket',
    question: { en: 'How do I open a ticket?', pt: 'Como abro um chamado?' },
    answer: {
      en: 'Sign in, open Tickets and choose New ticket. You get an answer on the next working day at the latest.',
      pt: 'Entre, abra Chamados e escolha Novo chamado. Você recebe resposta no máximo no dia útil seguinte.',
    },
  },
  {
    id: 'password',
    question: { en: 'I forgot my password', pt: 'Esqueci minha senha' },
    answer: {
      en: 'On the sign-in page choose “Forgot your password?”. We send a code to your e-mail; it is valid for 10 minutes.',
      pt: 'Na página de entrada escolha “Esqueceu a senha?”. Enviamos um código para o seu e-mail; ele vale por 10 minutos.',
    },
  },
  {
    id: 'urgent',
    question: { en: 'When is a ticket urgent?', pt: 'Quando um chamado é urgente?' },
    answer: {
      en: 'When people cannot work at all, or when a legal deadline ends today. Everything else is high at most.',
      pt: 'Quando pessoas não conseguem trabalhar ou quando um prazo legal termina hoje. O resto é, no máximo, alta.',
    },
  },
  {
    id: 'hours',
    question: { en: 'When does support answer?', pt: 'Quando o suporte responde?' },
    answer: {
      en: 'On working days from 8:00 to 18:00. Outages of the network are watched around the clock.',
      pt: 'Em dias úteis, das 8:00 às 18:00. Quedas da rede são acompanhadas dia e noite.',
    },
  },
];
