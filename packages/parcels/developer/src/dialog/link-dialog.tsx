import { useTranslation } from '@portico/shared';
import { Button, ModalActions } from '@portico/ui';
import { override, reloadWith } from '../overrides/developer-mode';
import { parseAllowedLink, parseOverrideLink } from '../overrides/override-link';
import { AllowedOrigins, closeDialog, DeveloperDialog } from './developer-dialog';

/** Explains why an override is not allowed. */
export function RefusedLink({ link }: { readonly link: string }) {
  const { t } = useTranslation();
  const linked = parseOverrideLink(link);
  return (
    <DeveloperDialog title={t('developer.refused_title')}>
      <p className="portico-developer-text">{t('developer.refused_text')}</p>
      <p className="portico-developer-address">{linked ? `${linked.name}\n${linked.address}` : link}</p>
      <AllowedOrigins />
    </DeveloperDialog>
  );
}

/** Asks whether to use the override of a link; explains one that is not allowed. */
export function LinkDialog({ link }: { readonly link: string }) {
  const { t } = useTranslation();
  const linked = parseAllowedLink(link);
  if (!linked) return <RefusedLink link={link} />;
  const { name, address } = linked;
  return (
    <DeveloperDialog title={t('developer.use_title', { name })}>
      <p className="portico-developer-text">{t('developer.use_text')}</p>
      <p className="portico-developer-address">{address}</p>
      <ModalActions>
        <Button variant="quiet" onClick={closeDialog}>
          {t('cancel')}
        </Button>
        <Button onClick={() => reloadWith(() => override(name, address))}>{t('developer.use')}</Button>
      </ModalActions>
    </DeveloperDialog>
  );
}
