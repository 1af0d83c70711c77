import { passwordMaxLength, passwordMinLength, useTranslation } from '@portico/shared';
import { Icon } from '@portico/ui';
import { passwordRulesOf } from './new-password';

interface PasswordRulesProps {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

/** The rules, ticked while one types. They describe the field, so they are read with it and never on their own. */
export function PasswordRules({ id, email, password }: PasswordRulesProps) {
  const { t } = useTranslation();
  return (
    <ul className="portico-auth-rules" id={id} aria-label={t('recover.rules')}>
      {passwordRulesOf(email, password).map(({ key, isMet }) => (
        <li key={key} data-met={isMet}>
          <Icon name={isMet ? 'check' : 'circle'} />
          {t(key, { min: passwordMinLength, max: passwordMaxLength })}
          <span className="portico-ui-hidden">({t(isMet ? 'recover.rule_met' : 'recover.rule_open')})</span>
        </li>
      ))}
    </ul>
  );
}
