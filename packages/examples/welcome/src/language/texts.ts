export type Texts = typeof en;

const en = {
  lang: 'en',
  title: (name: string) => (name ? `Welcome, ${name.split(' ')[0]}` : 'Welcome'),
  lead: 'Five small steps, and you know your way around the portal. Take them in any order.',
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
    home: { name: 'Find the way back', hint: 'The name at the start of the top bar leads to the first page.' },
    theme: { name: 'Choose light or dark', hint: 'With the sun or moon in the top bar. This step ticks itself.' },
    profile: { name: 'See how the portal knows you', hint: 'Your name and your e-mail stand in your profile.' },
    logout: { name: 'Know the way out', hint: 'The account menu, at the end of the top bar, signs you out.' },
  },
};

const pt: Texts = {
  lang: 'pt-BR',
  title: (name) => (name ? `Boas-vindas, ${name.split(' ')[0]}` : 'Boas-vindas'),
  lead: 'Cinco passos curtos para conhecer o portal. Siga a ordem que quiser.',
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
    home: { name: 'Encontre o caminho de volta', hint: 'O nome no início da barra superior leva à primeira página.' },
    theme: {
      name: 'Escolha claro ou escuro',
      hint: 'Com o sol ou a lua na barra superior. Este passo se marca sozinho.',
    },
    profile: { name: 'Veja como o portal conhece você', hint: 'O seu nome e o seu e-mail estão no seu perfil.' },
    logout: { name: 'Conheça a saída', hint: 'O menu da conta, no fim da barra superior, encerra a sua sessão.' },
  },
};

/** The texts of a locale of the portal. */
export const getTexts = (locale: string): Texts => (locale === 'en' ? en : pt);
