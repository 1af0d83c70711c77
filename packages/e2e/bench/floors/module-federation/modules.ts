import type { ComponentType } from 'react';
import type { TeamModuleProps } from '../parts/team-module';

type TeamModule = ComponentType<TeamModuleProps>;

const remotes = {
  one: () => import('one/app').then(({ One }): TeamModule => One),
  two: () => import('two/app').then(({ Two }): TeamModule => Two),
};

const requests = new Map<string, Promise<TeamModule>>();

/** Loads the module of a path from its remote, once. */
export function requestModule(path: string): Promise<TeamModule> {
  const name = path.startsWith('/two/') ? 'two' : 'one';
  const request = requests.get(name) ?? remotes[name]();
  requests.set(name, request);
  return request;
}
