import { useHref, useLocation } from 'react-router-dom';
import { useLearner } from '../language/learner';
import { MessagePage } from './message-page';

export function NotFound() {
  const { text } = useLearner();
  const address = useHref(useLocation());
  return (
    <MessagePage title={text.notFound.title} to="/" action={text.notFound.back}>
      <p className="hrs-muted">{text.notFound.body}</p>
      <p>
        <code className="hrs-code">{address}</code>
      </p>
    </MessagePage>
  );
}
