import { queryClient, useMutation, useQuery } from '@portico/query';
import { showToast } from '@portico/shared';
import { Button, Notice } from '@portico/ui';
import { findPasskeyProblem, supportsPasskeys } from '@portico/ui/passkey-problem';
import { useConfirmation } from '../confirmation/use-confirmation';
import { ActionFailure } from '../form/action-failure';
import { Fetched, Placeholder } from '../section/fetched';
import { PasskeyRow } from './passkey-row';
import { usePasskeyTexts } from './passkey-texts';
import { addPasskey, passkeys } from './passkeys';

/** The passkeys of the user, with a button to add one. */
export function PasskeyList() {
  const texts = usePasskeyTexts();
  return (
    <div className="portico-profile-topic">
      <div className="portico-profile-intro">
        <h3 className="portico-ui-heading portico-profile-subheading">{texts('title')}</h3>
        <p className="portico-profile-lead">{texts('lead', { host: location.hostname })}</p>
      </div>
      <Fetched query={useQuery(passkeys, queryClient)} placeholder={<Placeholder kind="row" count={1} />}>
        {(list) => (
          <>
            {list.length > 0 && (
              <ul className="portico-profile-block portico-profile-rows">
                {list.map((passkey) => (
                  <PasskeyRow key={passkey.id} passkey={passkey} />
                ))}
              </ul>
            )}
            <div className="portico-profile-block portico-profile-stack">
              {list.length === 0 && <p className="portico-profile-lead">{texts('none')}</p>}
              {supportsPasskeys() ? <AddPasskey /> : <p className="portico-profile-lead">{texts('unsupported')}</p>}
            </div>
          </>
        )}
      </Fetched>
    </div>
  );
}

function AddPasskey() {
  const texts = usePasskeyTexts();
  const { dialog, run } = useConfirmation();
  const mutationFn = async () => {
    await run(addPasskey);
    showToast({ type: 'success', text: texts('added') });
  };
  const { error, isPending, mutate } = useMutation({ mutationFn }, queryClient);

  const problem = findPasskeyProblem(error);

  return (
    <>
      {problem ? (
        <Notice kind="info">{texts(problem)}</Notice>
      ) : (
        <ActionFailure error={error} fallback="profile.save_failed" />
      )}
      <Button variant="quiet" isBusy={isPending} onClick={() => mutate()}>
        {texts('add')}
      </Button>
      {dialog}
    </>
  );
}
