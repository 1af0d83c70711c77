import { usePortal } from '@portico/module-kit';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from './use-texts';

interface NewItemPageProps {
  readonly name: string;
  onName(name: string): void;
}

/** A form. The module keeps typed text. */
export default function NewItemPage({ name, onName }: NewItemPageProps) {
  const portal = usePortal();
  const texts = useTexts();
  const navigate = useNavigate();
  const save = (event: FormEvent) => {
    event.preventDefault();
    // Call your API here, with `Authorization: Bearer ${portal.token()}`.
    portal.toast({ type: 'success', text: texts.saved(name) });
    onName('');
    navigate('/');
  };
  return (
    <form onSubmit={save}>
      <h1>{texts.newItem}</h1>
      <label>
        {texts.name}
        <input value={name} onChange={(event) => onName(event.target.value)} required />
      </label>
      <button type="submit">{texts.save}</button>
    </form>
  );
}
