import { TextField } from '@portico/ui';
import { SelectField } from '../select-field/select-field';
import type { ActionInput } from './release-action';
import { useReleaseTexts } from './release-texts';

const kinds = ['percent', 'tenants', 'plan'] as const;

/** The users of a rollout, as they are typed. */
export interface Target {
  readonly kind: (typeof kinds)[number];
  readonly text: string;
}

/** Converts what is typed; the server says what is wrong with it. */
export function parseTarget({ kind, text }: Target): ActionInput['target'] {
  if (kind === 'plan') return { rollout: text.trim() };
  if (kind === 'percent') return { audience: { percent: Number(text) } };
  const tenants = text.split(',').map((tenant) => tenant.trim());
  return { audience: { tenants: tenants.filter((tenant) => tenant !== '') } };
}

const examples = { percent: '10', tenants: '', plan: '5%/10m,25%/1h,100%' } as const;

interface TargetFieldProps {
  readonly target: Target;
  readonly onChange: (target: Target) => void;
}

/** Asks which users get a version. */
export function TargetField({ target: { kind, text }, onChange }: TargetFieldProps) {
  const t = useReleaseTexts();
  return (
    <>
      <SelectField
        label={t('action.target')}
        options={kinds.map((one) => [one, t(`action.target_${one}`)] as const)}
        value={kind}
        onChange={(next) => onChange({ kind: next, text: examples[next] })}
      />
      <TextField
        label={t(`action.target_${kind}`)}
        hint={t(`action.target_${kind}_hint`)}
        {...(kind === 'percent' && { type: 'number', min: 1, max: 99 })}
        autoComplete="off"
        spellCheck={false}
        required
        value={text}
        onChange={(event) => onChange({ kind, text: event.currentTarget.value })}
      />
    </>
  );
}
