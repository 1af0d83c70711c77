import type { Text } from '../language/learner';
import type { Course, Lesson } from './course';

const lesson = (id: string, minutes: number, title: Text, body: Text): Lesson => ({ id, minutes, title, body });

/** Demo data. */
export const courses: readonly Course[] = [
  {
    id: 'safety-at-work',
    area: 'safety',
    title: { en: 'Safety at work', pt: 'Segurança no trabalho' },
    summary: {
      en: 'What to do before something happens, and in the first five minutes after.',
      pt: 'O que fazer antes que algo aconteça e nos cinco minutos seguintes.',
    },
    lessons: [
      lesson(
        'ways-out',
        8,
        { en: 'Know your two ways out', pt: 'Conheça suas duas saídas' },
        {
          en: 'Every place in the building has two ways out. Walk both once, from your own desk, without a lift. Keep them free: a box in a corridor is the most frequent finding of every inspection.',
          pt: 'Todo lugar do prédio tem duas saídas. Percorra as duas uma vez, a partir da sua mesa, sem elevador. Mantenha-as livres: uma caixa no corredor é o achado mais comum de toda inspeção.',
        },
      ),
      lesson(
        'first-minutes',
        12,
        { en: 'The first five minutes', pt: 'Os primeiros cinco minutos' },
        {
          en: 'Look, warn, call, help: in this order. Look whether the place is safe for you. Warn the people around. Call 193 and say where you are before you say what happened. Then help.',
          pt: 'Olhar, avisar, ligar, ajudar: nesta ordem. Olhe se o lugar é seguro para você. Avise quem está por perto. Ligue 193 e diga onde está antes de dizer o que houve. Só então ajude.',
        },
      ),
      lesson(
        'near-misses',
        6,
        { en: 'Report near misses', pt: 'Relate os quase acidentes' },
        {
          en: 'For each accident there are about three hundred near misses. Reported, they cost a minute. Nobody is blamed for a report; it goes to the safety team without a name if you wish.',
          pt: 'Para cada acidente há cerca de trezentos quase acidentes. Relatados, custam um minuto. Ninguém é culpado por um relato; ele pode ir à equipe de segurança sem nome, se você quiser.',
        },
      ),
    ],
  },
  {
    id: 'first-feedback',
    area: 'people',
    title: { en: 'Feedback that helps', pt: 'Feedback que ajuda' },
    summary: {
      en: 'How to say what you saw, so that it can be heard and used.',
      pt: 'Como dizer o que você viu, para que seja ouvido e usado.',
    },
    lessons: [
      lesson(
        'observe',
        10,
        { en: 'Say what you saw', pt: 'Diga o que você viu' },
        {
          en: 'Describe one moment as a camera would have seen it. “You looked at your phone twice while Teo spoke” can be discussed; “you are never interested” cannot.',
          pt: 'Descreva um momento como uma câmera o veria. “Você olhou o telefone duas vezes enquanto o Teo falava” pode ser conversado; “você nunca se interessa” não.',
        },
      ),
      lesson(
        'ask',
        9,
        { en: 'Ask before you advise', pt: 'Pergunte antes de aconselhar' },
        {
          en: 'Ask how the other person saw it. In half of the cases they know already, and the best advice is theirs.',
          pt: 'Pergunte como a outra pessoa viu. Na metade das vezes ela já sabe, e o melhor conselho é o dela.',
        },
      ),
    ],
  },
  {
    id: 'personal-data',
    area: 'data',
    title: { en: 'Personal data, day by day', pt: 'Dados pessoais no dia a dia' },
    summary: {
      en: 'The data protection law in the situations that you really meet.',
      pt: 'A lei de proteção de dados nas situações que você encontra de verdade.',
    },
    lessons: [
      lesson(
        'what-counts',
        7,
        { en: 'What counts as personal', pt: 'O que é dado pessoal' },
        {
          en: 'Whatever points to one person: a name, a badge number, a photo of a desk with a name plate. Health and beliefs are sensitive and need a reason of their own.',
          pt: 'Tudo o que aponta para uma pessoa: um nome, um crachá, a foto de uma mesa com placa. Saúde e crenças são sensíveis e precisam de um motivo próprio.',
        },
      ),
      lesson(
        'sharing',
        11,
        { en: 'Before you share a file', pt: 'Antes de compartilhar um arquivo' },
        {
          en: 'Three questions: who really needs it, which columns do they need, and when will the link end? If you cannot answer one of them, do not send it yet.',
          pt: 'Três perguntas: quem precisa mesmo, de quais colunas, e quando o link termina? Se não souber responder a uma delas, ainda não envie.',
        },
      ),
      lesson(
        'mistakes',
        6,
        { en: 'When it went wrong', pt: 'Quando deu errado' },
        {
          en: 'Tell the privacy team within the hour, even if you are not sure. Early is easy, late is a fine.',
          pt: 'Avise a equipe de privacidade em até uma hora, mesmo sem certeza. Cedo é fácil; tarde vira multa.',
        },
      ),
    ],
  },
  {
    id: 'meetings-in-english',
    area: 'languages',
    title: { en: 'Meetings in English', pt: 'Reuniões em inglês' },
    summary: {
      en: 'Thirty phrases to open, interrupt, doubt and close.',
      pt: 'Trinta frases para abrir, interromper, duvidar e encerrar.',
    },
    lessons: [
      lesson(
        'opening',
        9,
        { en: 'Opening', pt: 'Abrir' },
        {
          en: '“Shall we start?” · “There are three things to decide today.” · “We have until half past.”',
          pt: '“Shall we start?” · “There are three things to decide today.” · “We have until half past.” Abra dizendo o que será decidido e até quando.',
        },
      ),
      lesson(
        'interrupting',
        9,
        { en: 'Interrupting kindly', pt: 'Interromper com gentileza' },
        {
          en: '“May I add something here?” · “Before we go on, one question.” · “Let me make sure I understood.”',
          pt: '“May I add something here?” · “Before we go on, one question.” · “Let me make sure I understood.” Peça licença e diga logo para quê.',
        },
      ),
    ],
  },
];
