import { isModuleKey, modulePrefix } from '@portico/contract';
import { Button, TextField } from '@portico/ui';
import { type FormEvent, useState } from 'react';
import { changeOverrides } from './browser-overrides';
import { useOverridesTexts } from './overrides-texts';

/** Asks for the address of a development server of a module. */
export function AddressForm({ origins }: { readonly origins: readonly string[] }) {
  const t = useOverridesTexts();
  const [key, setKey] = useState('');
  const [address, setAddress] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [wantedKey, wantedAddress] = [key.trim(), address.trim()];
  const isKeyWrong = !isModuleKey(wantedKey);
  const isAddressWrong = !origins.some((origin) => wantedAddress.startsWith(`${origin}/`));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isKeyWrong && !isAddressWrong) changeOverrides({ link: `${modulePrefix}${wantedKey},${wantedAddress}` });
  };
  return (
    <form className="portico-console-form" noValidate onSubmit={submit}>
      <TextField
        label={t('module')}
        autoCapitalize="none"
        spellCheck={false}
        value={key}
        error={isChecked && isKeyWrong ? t('module_wrong') : undefined}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <TextField
        type="url"
        label={t('local')}
        hint={t('local_hint', { origins: origins.join(', ') })}
        value={address}
        error={isChecked && isAddressWrong ? t('local_wrong', { origins: origins.join(', ') }) : undefined}
        onChange={(event) => setAddress(event.currentTarget.value)}
      />
      <div className="portico-console-actions">
        <Button type="submit">{t('use')}</Button>
      </div>
    </form>
  );
}
