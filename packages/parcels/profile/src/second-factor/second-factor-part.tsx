import type { SecondFactor, StartedFactor } from '@portico/contract';
import { queryClient, useQuery } from '@portico/query';
import { createLazy, isApiFailure, useAction } from '@portico/shared';
import { formatDateTime } from '@portico/shared/dates';
import { Button, FailureNotice } from '@portico/ui';
import { useState } from 'react';
import { ConfirmDialog } from '../confirmation/confirm-dialog';
import { useConfirmation } from '../confirmation/use-confirmation';
import { Fetched, Placeholder } from '../section/fetched';
import { useFactorTexts } from './factor-texts';
import { removeSecondFactor, renewRecoveryCodes, secondFactor, startSetup } from './second-factor';

const lazyDialogs = createLazy(() => import(/* webpackChunkName: "factor-dialogs" */ './factor-dialogs'));

/** The second factor under Security. */
export function SecondFactorPart() {
  const own = useFactorTexts();
  return (
    <div className="portico-profile-block portico-profile-topic">
      <h3 className="portico-ui-heading portico-profile-subheading" tabIndex={-1}>
        {own('title')}
      </h3>
      <Fetched query={useQuery(secondFactor, queryClient)} placeholder={<Placeholder kind="row" count={1} />}>
        {(factor) => <FactorState factor={factor} />}
      </Fetched>
    </div>
  );
}

type Dialog =
  | { readonly started: StartedFactor }
  | { readonly codes: readonly string[] }
  | { readonly isRemoving: true };

function FactorState({ factor: { since, recovery_codes_left, is_required } }: { readonly factor: SecondFactor }) {
  const own = useFactorTexts();
  const { notice, button, run } = useAction('signin.failed');
  // The action belongs to several buttons.
  const hold = { ...button, isBusy: false, isOnHold: button.isBusy || button.isOnHold };
  const confirmation = useConfirmation();
  const [dialog, setDialog] = useState<Dialog>();
  const dialogs = lazyDialogs.value;
  const close = () => setDialog(undefined);

  /** Runs an action, after a proof of who the user is if the server wants one. */
  const prove = (action: () => Promise<void>) => () =>
    run(() =>
      confirmation.run(action).catch((error: unknown) => {
        // The user has closed the dialog.
        if (!isApiFailure(error) || error.code !== 'confirmation-needed') throw error;
      }),
    );
  // The dialogs load first: recovery codes that do not appear would be lost.
  const setUp = async () => {
    await lazyDialogs.load();
    setDialog({ started: await startSetup() });
  };
  const renew = async () => {
    await lazyDialogs.load();
    setDialog({ codes: await renewRecoveryCodes() });
  };

  return (
    <>
      <p className="portico-profile-lead">
        {since === null ? own('none') : own('since', { when: formatDateTime(since) })}{' '}
        {since !== null && own('codes_left', { count: recovery_codes_left })} {is_required && own('required')}
      </p>
      {notice && <FailureNotice {...notice} />}
      <div className="portico-profile-choices">
        <Button variant="quiet" {...hold} onClick={prove(setUp)}>
          {own(since === null ? 'set_up' : 'replace')}
        </Button>
        {since !== null && (
          <Button variant="quiet" {...hold} onClick={prove(renew)}>
            {own('renew')}
          </Button>
        )}
        {since !== null && !is_required && (
          <Button variant="quiet" onClick={() => setDialog({ isRemoving: true })}>
            {own('remove')}
          </Button>
        )}
      </div>
      {dialogs && dialog && 'started' in dialog && (
        <dialogs.SetupDialog started={dialog.started} onDone={(codes) => setDialog({ codes })} onClose={close} />
      )}
      {dialogs && dialog && 'codes' in dialog && <dialogs.CodesDialog codes={dialog.codes} onClose={close} />}
      {dialog && 'isRemoving' in dialog && (
        <ConfirmDialog
          title={own('remove')}
          text={own('remove_text')}
          confirm={own('remove')}
          isDangerous
          action={removeSecondFactor}
          done={own('removed')}
          fallback="signin.failed"
          onClose={close}
        />
      )}
      {confirmation.dialog}
    </>
  );
}
