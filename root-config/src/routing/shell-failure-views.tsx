import {
  confirmLeaving,
  isOfflineAtom,
  isSignedInAtom,
  signOut,
  type TextKey,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Button, FailurePanel } from '@portico/ui';
import { FailureView, type FailureViewProps } from '../module-host/failure-view';

interface ShellPanelProps extends Pick<FailureViewProps, 'title' | 'isWholeContent' | 'arrival' | 'onRetry'> {
  readonly name?: string;
  readonly text?: TextKey;
}

/** A panel without technical details: for a part of the shell, and for the portal while the server does not answer. */
export function ShellPanel(props: ShellPanelProps) {
  const { name = '', title, text = 'failure.shell_text', isWholeContent, arrival, onRetry } = props;
  const { t } = useTranslation();
  const isOffline = useAtomValue(isOfflineAtom);
  return (
    <FailurePanel
      level={isWholeContent ? 1 : 2}
      arrival={arrival}
      title={t(title, { name })}
      text={t(isOffline ? 'offline' : text)}
      actions={<Button onClick={onRetry}>{t('try_again')}</Button>}
    />
  );
}

/** The panel in the place of a part of the shell. A crash and an overridden part have details. */
export function ShellFailureView(props: FailureViewProps) {
  const hasDetails = props.failure.kind === 'crash' || props.override !== undefined;
  return hasDetails ? <FailureView {...props} /> : <ShellPanel {...props} />;
}

/** The line in the place of a failed bar. It keeps the height of the bar, and the button to sign out. */
export function BarFailureView({ name, title, onRetry }: FailureViewProps) {
  const { t } = useTranslation();
  const isSignedIn = useAtomValue(isSignedInAtom);
  const leave = async () => {
    if (await confirmLeaving()) await signOut();
  };
  return (
    <div className="portico-ui-failure-bar">
      <span role="alert">{t(title, { name })}</span>
      <Button variant="quiet" onClick={onRetry}>
        {t('try_again')}
      </Button>
      {isSignedIn && (
        <Button variant="plain" onClick={leave}>
          {t('logout')}
        </Button>
      )}
    </div>
  );
}
