import { type ComponentType, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { navigate, usePath } from '../parts/navigation';
import { SignInForm } from '../parts/sign-in-form';
import type { TeamModuleProps } from '../parts/team-module';
import { TopBar } from '../parts/top-bar';
import { requestModule } from './modules';

function Portal() {
  const path = usePath();
  if (path === '/signin') {
    return (
      <main>
        <SignInForm navigate={navigate} />
      </main>
    );
  }
  return (
    <>
      <TopBar />
      <main>
        <TeamModule path={path} />
      </main>
    </>
  );
}

/** Awaits the module instead of suspending: React shows a fallback for at least 300 ms. */
function TeamModule({ path }: { readonly path: string }) {
  const [shown, show] = useState<{ readonly Module: ComponentType<TeamModuleProps> }>();
  useEffect(() => {
    let isCurrent = true;
    requestModule(path).then((Module) => isCurrent && show({ Module }));
    return () => {
      isCurrent = false;
    };
  }, [path]);
  return shown && <shown.Module navigate={navigate} />;
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Portal />);
