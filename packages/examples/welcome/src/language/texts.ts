export type Texts = typeof en;

const en = {
  lang: 'en',
  title: (name: string) => (name ? `Welcome, ${name.split(' ')[0]}` : 'Welcome'),
  lead: 'Five small steps make the portal yours. Take them in any order.',
  progress: (done: number, of: number) => `${done} of ${of} steps done`,
  progressLabel: 'Steps done',
  finished: 'All done. Enjoy the portal!',
  reset: 'Start again',
  openProfile: 'Open profile',
  theme: {
    light: 'You are using the light theme.',
    dark: 'You are using the dark theme.',
  },
  steps: {
    switcher: { name: 'Find your applications', hint: 'The square of dots in the top bar lists all that you can use.' },
    theme: { name: 'Choose light or dark', hint: 'With the sun or moon in the top bar. This step ticks itself.' },
    language: { name: 'Choose your language', hint: 'Portuguese or English, in your profile. This step ticks itself.' },
    photo: { name: 'Add a photo', hint: 'So that colleagues recognise you.' },
    notifications: { name: 'Decide what may notify you', hint: 'For each application, in your profile.' },
  },
};

const pt: Texts = {
  lang: 'pt-BR',
  title: (name) => (name ? `Boas-vindas, ${name.split(' ')[0]}` : 'Boas-vindas'),
  lead: 'Cinco passos curtos deixam o portal com a sua cara. Siga a ordem que quiser.',
  progress: (done, of) => `${done} de ${of} passos concluídos`,
  progressLabel: 'Passos concluídos',
  finished: 'Tudo pronto. Aproveite o portal!',
  reset: 'Começar de novo',
  openProfile: 'Abrir perfil',
  theme: {
    light: 'Você está usando o tema claro.',
    dark: 'Você está usando o tema escuro.',
  },
  steps: {
    switcher: {
      name: 'Encontre suas aplicações',
      hint: 'O quadrado de pontos na barra superior lista tudo o que você pode usar.',
    },
    theme: {
      name: 'Escolha claro ou escuro',
      hint: 'Com o sol ou a lua na barra superior. Este passo se marca sozinho.',
    },
    language: { name: 'Escolha seu idioma', hint: 'Português ou inglês, no seu perfil. Este passo se marca sozinho.' },
    photo: { name: 'Adicione uma foto', hint: 'Para que os colegas reconheçam você.' },
    notifications: { name: 'Decida o que pode notificar você', hint: 'Para cada aplicação, no seu perfil.' },
  },
};

/** The texts of a locale of the portal. */
export const textsOf = (locale: string): Texts => (locale === 'en' ? en : pt);
