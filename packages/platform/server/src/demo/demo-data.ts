/** The password of every demo account. */
export const demoPassword = 'portico-demo';

export const demoTenants = [
  { key: 'smsa', name: 'SMSA', accent: '#c3311d' },
  { key: 'finouro', name: 'Finouro', accent: '#1d5fae' },
];

export const demoApps = [
  { module: 'smsa', name: 'SMSA', description: 'Gestão de serviços', description_en: 'Service desk' },
  {
    module: 'hrstudium',
    name: 'HR Studium',
    description: 'Pessoas e aprendizagem',
    description_en: 'People and learning',
  },
  { module: 'smsa-dev', name: 'SMSA dev', description: 'Próxima versão', description_en: 'Next version' },
  {
    module: 'smsa-local',
    name: 'SMSA local',
    description: 'Módulo do seu computador',
    description_en: 'A module from your own computer',
  },
  { module: 'welcome', name: 'Welcome', description: 'Primeiros passos', description_en: 'First steps' },
];

/** Each user has these modules in both tenants. */
export const demoUsers = [
  { email: 'ana@portico.test', name: 'Ana Prado', modules: ['smsa', 'hrstudium', 'smsa-dev'] },
  { email: 'bruno@portico.test', name: 'Bruno Lima', modules: ['hrstudium'] },
  { email: 'carla@portico.test', name: 'Carla Reis', modules: [] },
  { email: 'dora@portico.test', name: 'Dora Nunes', modules: demoApps.map(({ module }) => module) },
];
