/** The password of every demo account. */
export const demoPassword = 'portico-demo';

export const demoTenants = [
  { key: 'smsa', name: 'SMSA', accent: '#c3311d' },
  { key: 'finouro', name: 'Finouro', accent: '#1d5fae' },
];

export const demoApps = [
  { module: 'smsa', name: 'SMSA', description: 'Gestão de serviços' },
  { module: 'hrstudium', name: 'HR Studium', description: 'Pessoas e aprendizagem' },
  { module: 'smsa-dev', name: 'SMSA dev', description: 'Próxima versão' },
  { module: 'smsa-local', name: 'SMSA local', description: 'Módulo do seu computador' },
  { module: 'welcome', name: 'Welcome', description: 'Primeiros passos' },
];

/** Each user has these modules in both tenants. */
export const demoUsers = [
  { email: 'ana@portico.test', name: 'Ana Prado', modules: ['smsa', 'hrstudium', 'smsa-dev'] },
  { email: 'bruno@portico.test', name: 'Bruno Lima', modules: ['hrstudium'] },
  { email: 'carla@portico.test', name: 'Carla Reis', modules: [] },
  { email: 'dora@portico.test', name: 'Dora Nunes', modules: demoApps.map(({ module }) => module) },
];
