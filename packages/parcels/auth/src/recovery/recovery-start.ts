import {
  type RecoveryAnswer,
  type RecoveryAnswerTexts,
  recoveryAnswerSchema,
  recoveryAnswers,
} from '@portico/contract';
import type { FieldErrors, FormFailure } from '@portico/shared';
import { readPage } from '@portico/shared';
import { newPasswordLimits } from '@portico/shared/new-password';
import * as v from 'valibot';
import { getSignInStart } from '../sign-in-start';

/** What the recovery starts with, and each of its steps. */
export interface RecoveryStart {
  readonly step: RecoveryAnswerTexts['step'];
  readonly email: string;
  readonly code?: string;
  readonly errors?: FieldErrors<'email' | 'code' | 'password'>;
  readonly failure?: FormFailure | undefined;
}

let answer: RecoveryAnswer | undefined | 'unread' = 'unread';

/** What the page host answered to the form; otherwise the first step, with the e-mail of the sign-in form. */
export function getRecoveryStart(): RecoveryStart {
  if (answer === 'unread') answer = v.parse(v.optional(recoveryAnswerSchema), readPage().state.recovery);
  return answer ? startAnswered(answer) : { step: 'request', email: getSignInStart().email };
}

/** @param next what the next recovery starts with; the page host answers once */
export function setRecoveryAnswer(next: RecoveryAnswer | undefined): void {
  answer = next;
}

function startAnswered({ reason, email, code, wait }: RecoveryAnswer): RecoveryStart {
  const texts = recoveryAnswers[reason];
  return {
    step: texts.step,
    email,
    code,
    errors: {
      email: texts.email && { key: texts.email },
      code: texts.code && { key: texts.code },
      password: texts.password && { key: texts.password, values: newPasswordLimits },
    },
    failure: texts.form && { key: texts.form, message: '', waitSeconds: wait },
  };
}
