import { usePortal } from '@portico/module-kit';
import { Link } from 'react-router-dom';
import { useTexts } from './use-texts';

export function HomePage() {
  const portal = usePortal();
  const texts = useTexts();
  const greet = () => portal.toast({ type: 'success', text: portal.user?.name ?? texts.nobody });
  return (
    <>
      <h1>{texts.title}</h1>
      <p>
        <Link to="/new">{texts.newItem}</Link>
      </p>
      <button type="button" onClick={greet}>
        {texts.greet}
      </button>
    </>
  );
}
