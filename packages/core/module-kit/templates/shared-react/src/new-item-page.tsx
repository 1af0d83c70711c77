import { usePortal } from '@portico/module-kit';
import { type FormEvent, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTexts } from './use-texts';

/** A form: the portal asks before the user leaves it with something typed. */
export default function NewItemPage() {
  const portal = usePortal();
  const texts = useTexts();
  const navigate = useNavigate();
  const [name, setName] = useState('');

  useEffect(() => {
    portal.setDirty(name !== '');
    return () => portal.setDirty(false);
  }, [portal, name]);

  const save = (event: FormEvent) => {
    event.preventDefault();
    // Here a call to your API goes, with `Authorization: Bearer ${portal.token()}`.
    portal.toast({ type: 'success', text: texts.saved(name) });
    navigate('/');
  };
  return (
    <form onSubmit={save}>
      <h1>{texts.newItem}</h1>
      <label>
        {texts.name}
        <input value={name} onChange={(event) => setName(event.target.value)} required />
      </label>
      <button type="submit">{texts.save}</button>
    </form>
  );
}
