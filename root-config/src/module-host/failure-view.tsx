import {
  isOfflineAtom,
  type ModuleFailureKind,
  type OverrideFailure,
  readPage,
  type TextKey,
  useAtomValue,
  useTranslation,
} from '@portico/shared';
import { Button, FailurePanel, type FailurePanelProps } from '@portico/ui';
import { useEffect, useState } from 'react';
import type { ModuleFailure } from './module-failure';

const texts: Record<ModuleFailureKind, TextKey> = {
  'not-installed': 'failure.not_installed_text',
  'load-error': 'failure.load_error',
  'load-timeout': 'failure.timeout',
  'wrong-exports': 'failure.wrong_exports',
  'version-mismatch': 'failure.version_mismatch',
  'mount-error': 'failure.mount_error',
  'mount-timeout': 'failure.mount_timeout',
  crash: 'failure.crash_text',
  'not-granted': 'failure.not_granted',
  'no-parcel': 'failure.no_parcel',
  cycle: 'failure.cycle',
};

export interface FailureViewProps {
  readonly name: string;
  readonly failure: ModuleFailure;
  /** Contains the name. */
  readonly title: TextKey;
  readonly isWholeContent: boolean;
  readonly arrival: FailurePanelProps['arrival'];
  /** An additional note and action for developers. */
  readonly override?: OverrideFailure | undefined;
  readonly onRetry: () => void;
}

/** How long the button says *Copied*, in milliseconds. */
const copiedTime = 4_000;

/** The panel in the place of a failed module: what happened, *Try again*, *Copy details*. */
export function FailureView(props: FailureViewProps) {
  const { name, failure, title, isWholeContent, arrival, override, onRetry } = props;
  const { t } = useTranslation();
  const { moduleTimeout: timeout } = readPage().configuration;
  const [isCopied, setCopied] = useState(false);
  const [details, setDetails] = useState<string>();
  const isOffline = useAtomValue(isOfflineAtom) && failure.kind.startsWith('load-');

  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), copiedTime);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    const lines = formatDetails(name, failure);
    try {
      // The clipboard is missing on plain http; the user or a policy may refuse it.
      await navigator.clipboard.writeText(lines);
      setCopied(true);
    } catch {
      setDetails(lines);
    }
  };

  return (
    <FailurePanel
      level={isWholeContent ? 1 : 2}
      arrival={arrival}
      title={t(title, { name })}
      text={t(isOffline ? 'offline' : texts[failure.kind], { count: timeout / 1000, ...failure.mismatch })}
      details={details === undefined ? undefined : { hint: t('failure.copy_by_hand'), text: details }}
      actions={
        <>
          <Button onClick={onRetry}>{t('try_again')}</Button>
          {override?.action}
          <Button variant="quiet" onClick={copy}>
            {t(isCopied ? 'copied' : 'copy_details')}
          </Button>
          <span className="portico-ui-hidden" role="status">
            {isCopied && t('copied')}
          </span>
        </>
      }
    >
      {override?.note}
    </FailurePanel>
  );
}

/** Formats the details that a module team needs to find the cause, without data of the session. */
function formatDetails(name: string, failure: ModuleFailure): string {
  const { mismatch } = failure;
  return [
    `Module: ${name}`,
    `Failure: ${failure.kind}`,
    `Address: ${failure.address ?? 'not in the import map'}`,
    `Message: ${failure.message}`,
    ...(mismatch ? [`Versions: ${mismatch.library} ${mismatch.required} needed, ${mismatch.found} in the portal`] : []),
    `Page: ${location.origin}${location.pathname}`,
    `Time: ${new Date().toISOString()}`,
    `Browser: ${navigator.userAgent}`,
  ].join('\n');
}
