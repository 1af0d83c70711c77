import type { Person } from '@portico/contract/administration';
import { Button } from '@portico/ui';
import { useCaller, useMay } from '../caller/caller';
import { usePeopleTexts } from './people-texts';
import type { Action } from './person-steps';

interface PersonActionsProps {
  readonly person: Person;
  readonly onChoose: (action: Action) => void;
}

/** The actions that may let a person in who cannot sign in. */
const helps: ReadonlySet<Action['kind']> = new Set(['unlock', 'enable', 'reset', 'resend']);

/** The actions that the caller may do, the most frequent first. */
export function PersonActions({ person, onChoose }: PersonActionsProps) {
  const t = usePeopleTexts();
  const [mayHelp, mayManage] = [useMay('people.help'), useMay('people.manage')];
  const { is_operator } = useCaller();
  const { address_change, disabled, is_manageable, locks, second_factor_since, state, ways } = person;
  // The server of the previous release tells it by the state alone.
  const hasPassword = ways?.has_password ?? state !== 'no-password';
  // A mailed code sets a password, by which neither a disabled nor a suspended member signs in.
  const mayMail = mayHelp && !disabled && state !== 'suspended' && !ways?.passwords_off;
  const mayChange = mayManage && is_manageable;
  const actions = [
    mayHelp && locks.length > 0 && 'unlock',
    mayChange && disabled && 'enable',
    mayMail && hasPassword && 'reset',
    mayMail && state === 'no-password' && 'resend',
    mayHelp && is_manageable && second_factor_since !== null && 'remove_factor',
    mayChange && 'rename',
    mayChange && !disabled && 'address',
    mayMail && !hasPassword && state !== 'no-password' && 'resend',
    mayChange && address_change !== null && 'stop_address',
    mayChange && !disabled && 'disable',
    is_operator && 'export',
    mayManage && 'remove',
    mayChange && 'delete',
  ] as const;
  const shown = actions.filter((kind) => kind !== false);
  if (shown.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div className="portico-console-actions" role="group" aria-label={t('action.actions')}>
      {shown.map((kind, index) => (
        <Button
          key={kind}
          variant={index === 0 && helps.has(kind) ? 'primary' : 'quiet'}
          onClick={() => onChoose({ kind })}
        >
          {t(`action.${kind}`)}
        </Button>
      ))}
    </div>
  );
}
