import type { Catalogue } from './en';

export const pt: Catalogue = {
  nav: { label: 'HR Studium', courses: 'Cursos', certificates: 'Meus certificados' },
  area: { safety: 'Segurança', people: 'Pessoas', data: 'Dados', languages: 'Idiomas' },
  catalogue: {
    title: 'Cursos',
    lead: (active) =>
      active === 0
        ? 'Escolha o que aprender agora.'
        : active === 1
          ? '1 curso em andamento'
          : `${active} cursos em andamento`,
    resume: 'Continue de onde parou',
    filter: 'Área',
    all: 'Todas',
    lessons: (count) => `${count} aulas`,
    minutes: (count) => `${count} min`,
    done: (done, of) => `${done} de ${of}`,
    notStarted: 'Não iniciado',
    finished: 'Concluído',
    progress: (title) => `Progresso em ${title}`,
    emptyTitle: 'Ainda não há cursos nesta área',
    emptyBody: 'Novos cursos são publicados todo mês.',
    clear: 'Mostrar todos os cursos',
  },
  course: {
    back: 'Todos os cursos',
    start: 'Começar',
    resume: 'Continuar',
    again: 'Ver de novo',
    certificate: 'Ver meu certificado',
    lessons: 'Aulas',
    lessonDone: 'concluída',
    missingTitle: 'Este curso não existe',
    missingBody: 'Ele pode ter terminado, ou há um erro no endereço.',
  },
  lesson: {
    of: (number, count) => `Aula ${number} de ${count}`,
    complete: 'Marcar como concluída e continuar',
    finish: 'Concluir curso',
    previous: 'Aula anterior',
  },
  certificates: {
    title: 'Meus certificados',
    lead: 'Um para cada curso que você concluiu.',
    name: 'Certificado de conclusão',
    given: (name) => `Concedido a ${name}`,
    you: 'você',
    hours: (hours) => `${hours.replace('.', ',')} horas`,
    number: 'Número',
    issued: 'Emitido em',
    see: 'Ver o curso',
    emptyTitle: 'Ainda não há certificados',
    emptyBody: 'Conclua um curso e o certificado aparece aqui.',
    toCourses: 'Ir para os cursos',
  },
  notFound: {
    title: 'Não há nada neste endereço',
    body: 'Nenhuma página do HR Studium está em:',
    back: 'Ir para os cursos',
  },
};
