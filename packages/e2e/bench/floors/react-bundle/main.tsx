import { createRoot } from 'react-dom/client';
import { navigate, usePath } from '../parts/navigation';
import { One } from '../parts/one';
import { SignInForm } from '../parts/sign-in-form';
import { TopBar } from '../parts/top-bar';
import { Two } from '../parts/two';

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
      <main>{path.startsWith('/two/') ? <Two navigate={navigate} /> : <One navigate={navigate} />}</main>
    </>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Portal />);
