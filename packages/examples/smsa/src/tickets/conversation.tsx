import { useLanguage } from '../language/language';
import { formatDate } from '../page/date';
import type { Message } from './ticket';

export function Conversation({ messages }: { messages: readonly Message[] }) {
  const { text, read } = useLanguage();
  return (
    <ol className="smsa-messages">
      {messages.map((message) => (
        <li key={message.at.getTime()} className="smsa-message">
          <span className={`smsa-avatar ${message.fromTeam ? 'smsa-avatar-team' : ''}`} aria-hidden="true">
            {message.author.charAt(0).toUpperCase()}
          </span>
          <div>
            <p className="smsa-message-line">
              <b>{message.author}</b>
              {message.fromTeam && <span className="smsa-tag">{text.ticket.team}</span>}
              <time className="smsa-muted smsa-small" dateTime={message.at.toISOString()}>
                {formatDate(message.at)}
              </time>
            </p>
            <p className="smsa-message-body">{read(message.body)}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
