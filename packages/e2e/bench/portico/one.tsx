import { createModule, type ModuleComponentProps } from '@portico/module-kit';
import { One } from '../floors/parts/one';

function Module({ portal }: ModuleComponentProps) {
  return <One navigate={portal.navigate} />;
}

export const { bootstrap, mount, unmount } = createModule(Module);
