import { createModule, type ModuleComponentProps } from '@portico/module-kit';
import { Two } from '../floors/parts/two';

function Module({ portal }: ModuleComponentProps) {
  return <Two navigate={portal.navigate} />;
}

export const { bootstrap, mount, unmount } = createModule(Module);
