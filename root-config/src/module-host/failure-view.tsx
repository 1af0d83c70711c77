import { type TextKey, useTranslation } from '@portico/shared';
import { Button, FailurePanel } from '@portico/ui';
import { useState } from 'react';
import type { ModuleFailure, ModuleFailureKind } from './module-failure';

const texts: Record<ModuleFailureKind, { readonly title: TextKey; readonly text: TextKey }> = {
  'not-installed': { title: 'failure.not_installed', text: 'failure.not_installed_text' },
  'load-error': { title: 'failure.not_loaded', text: 'failure.load_error' },
  'load-timeout': { title: 'failure.not_loaded', text: 'failure.timeout' },
  'wrong-exports': { title: 'failure.not_loaded', text: 'failure.wrong_exports' },
  'mount-error': { title: 'failure.not_loaded', text: 'failure.mount_error' },
  'mount-timeout': { title: 'failure.not_loaded', text: 'failure.mount_timeout' },
  crash: { title: 'failure.crashed', text: 'failure.crash_text' },
};

export interface FailureViewProps {
  readonly name: string;
  readonly failure: ModuleFailure;
  /** The time limit that a time-out exceeded. */
  readonly timeoutSeconds: number;
  readonly onRetry: () => void;
}

/** The panel in the place of a module that failed: what happened, *Try again*, *Copy details*. */
export function FailureView({ name, failure, timeoutSeconds, onRetry }: FailureViewProps) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const { title, text } = texts[failure.kind];
  const copy = async () => {
    await navigator.clipboard.writeText(detailsOf(name, failure));
    setCopied(true);
  };
  return (
    <FailurePanel
      title={t(title, { name })}
      text={t(text, { count: timeoutSeconds })}
      actions={
        <>
          <Button onClick={onRetry}>{t('try_again')}</Button>
          <Button variant="quiet" onClick={copy}>
            {t(isCopied ? 'copied' : 'copy_details')}
          </Button>
        </>
      }
    />
  );
}

/** What a module team needs to find the fault; nothing of the session. */
function detailsOf(name: string, failure: ModuleFailure): string {
  return [
    `Module: ${name}`,
    `Failure: ${failure.kind}`,
    `Address: ${failure.address ?? 'not in the import map'}`,
    `Message: ${failure.message}`,
    `Page: ${location.origin}${location.pathname}`,
    `Time: ${new Date().toISOString()}`,
    `Browser: ${navigator.userAgent}`,
  ].join('\n');
}
