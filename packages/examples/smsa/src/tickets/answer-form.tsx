import { usePortal } from '@portico/module-kit';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../language/use-language';
import { TextArea } from '../page/fields';
import { useDrafts } from './drafts';
import { changeTicket, type Ticket } from './tickets';

export function AnswerForm({ ticket: { id, messages } }: { ticket: Ticket }) {
  const { text } = useLanguage();
  const { user } = usePortal();
  const { drafts, type, drop } = useDrafts();
  const field = `answer ${id}`;
  const draft = drafts[field] ?? '';
  const [state, setState] = useState<'empty' | 'sent' | undefined>();

  const send = (event: FormEvent) => {
    event.preventDefault();
    const body = draft.trim();
    if (body === '') return setState('empty');
    const message = { author: user?.name || text.form.someone, at: new Date(), body };
    changeTicket(id, { status: 'open', messages: [...messages, message] });
    drop(field);
    setState('sent');
  };
  const change = (body: string) => {
    type({ [field]: body });
    setState(undefined);
  };

  return (
    <form className="smsa-answer" onSubmit={send} noValidate>
      <TextArea
        id="smsa-answer"
        label={text.ticket.reply}
        rows={3}
        value={draft}
        aria-invalid={state === 'empty' || undefined}
        aria-describedby="smsa-answer-note"
        onText={change}
      />
      <div className="smsa-answer-row">
        <p id="smsa-answer-note" className={state === 'empty' ? 'smsa-error' : 'smsa-done'} role="status">
          {state && text.ticket[state]}
        </p>
        <button type="submit" className="smsa-button">
          {text.ticket.send}
        </button>
      </div>
    </form>
  );
}
