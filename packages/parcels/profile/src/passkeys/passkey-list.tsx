import { queryClient, useQuery } from '@portico/query';
import { showToast } from '@portico/shared';
import { Button, FailureNotice, Notice } from '@portico/ui';
import { supportsPasskeys } from '@portico/ui/passkeys';
import { useConfirmation } from '../confirmation/use-confirmation';
import { usePasskeyAction } from '../confirmation/use-passkey-action';
import { Fetched, Placeholder } from '../section/fetched';
import { Topic } from '../section/topic';
import { PasskeyRow } from './passkey-row';
import { usePasskeyTexts } from './passkey-texts';
import { addPasskey, passkeys } from './passkeys';

/** The passkeys of the user, with a button to add one. */
export function PasskeyList() {
  const texts = usePasskeyTexts();
  return (
    <Topic title={texts('title')} lead={texts('lead', { host: location.hostname })}>
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
    </Topic>
  );
}

function AddPasskey() {
  const texts = usePasskeyTexts();
  const confirmation = useConfirmation();
  const { notice, problem, button, run } = usePasskeyAction('profile.save_failed');
  const add = async () => {
    await confirmation.run(addPasskey);
    showToast({ type: 'success', text: texts('added') });
  };
  return (
    <>
      {problem && <Notice kind="info">{texts(problem)}</Notice>}
      {notice && <FailureNotice {...notice} />}
      <Button variant="quiet" {...button} onClick={() => run(add)}>
        {texts('add')}
      </Button>
      {confirmation.dialog}
    </>
  );
}
