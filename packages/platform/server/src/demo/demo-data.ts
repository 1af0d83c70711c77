import type { GrantedRole } from '@portico/contract/administration';

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

interface DemoUser {
  readonly email: string;
  readonly name: string;
  readonly modules: readonly string[];
  readonly roles?: readonly GrantedRole[];
}

/** Each user is a member of both tenants, and has these modules there. */
export const demoUsers: readonly DemoUser[] = [
  { email: 'ana@portico.test', name: 'Ana Prado', modules: ['smsa', 'hrstudium', 'smsa-dev'] },
  { email: 'bruno@portico.test', name: 'Bruno Lima', modules: ['hrstudium'] },
  { email: 'carla@portico.test', name: 'Carla Reis', modules: [] },
  { email: 'dora@portico.test', name: 'Dora Nunes', modules: demoApps.map(({ module }) => module) },
  { email: 'olga@portico.test', name: 'Olga Matos', modules: [], roles: [{ role: 'operator' }] },
  {
    email: 'tiago@portico.test',
    name: 'Tiago Serra',
    modules: ['smsa'],
    roles: [{ role: 'administrator', tenant: 'smsa' }],
  },
  {
    email: 'heloisa@portico.test',
    name: 'Heloísa Pinto',
    modules: ['smsa'],
    roles: [{ role: 'help-desk', tenant: 'smsa' }],
  },
  {
    email: 'paulo@portico.test',
    name: 'Paulo Vaz',
    modules: ['smsa', 'hrstudium'],
    roles: [{ role: 'publisher', modules: ['smsa', 'hrstudium'] }],
  },
];
