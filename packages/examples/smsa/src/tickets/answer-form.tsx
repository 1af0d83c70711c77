import { type FormEvent, useState } from 'react';
import { useLanguage } from '../language/language';
import { usePortal } from '../page/portal';
import type { Drafts } from './drafts';
import { useDrafts } from './drafts-provider';
import { answerTicket } from './ticket-store';

export function AnswerForm({ id }: { id: number }) {
  const { text } = useLanguage();
  const { user } = usePortal();
  const { drafts, type, drop } = useDrafts();
  const body = drafts.answers[id] ?? '';
  const [state, setState] = useState<'empty' | 'sent' | undefined>();

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (body.trim() === '') return setState('empty');
    answerTicket(id, {
      author: user?.name || text.form.someone,
      fromTeam: false,
      at: new Date(),
      body: body.trim(),
    });
    drop((all) => withAnswer(all, id, ''));
    setState('sent');
  };

  return (
    <form className="smsa-answer" onSubmit={send} noValidate>
      <label className="smsa-label" htmlFor="smsa-answer">
        {text.ticket.reply}
      </label>
      <textarea
        id="smsa-answer"
        className="smsa-input smsa-area"
        rows={3}
        value={body}
        aria-invalid={state === 'empty' || undefined}
        aria-describedby="smsa-answer-note"
        onChange={(event) => {
          const { value } = event.currentTarget;
          type((all) => withAnswer(all, id, value));
          setState(undefined);
        }}
      />
      <div className="smsa-answer-row">
        <p id="smsa-answer-note" className={state === 'empty' ? 'smsa-error' : 'smsa-done'} role="status">
          {state === 'empty' && text.ticket.empty}
          {state === 'sent' && text.ticket.sent}
        </p>
        <button type="submit" className="smsa-button">
          {text.ticket.send}
        </button>
      </div>
    </form>
  );
}

function withAnswer(drafts: Drafts, id: number, body: string): Drafts {
  const { [id]: _former, ...others } = drafts.answers;
  return { ...drafts, answers: body === '' ? others : { ...others, [id]: body } };
}
