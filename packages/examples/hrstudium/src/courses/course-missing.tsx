import { useLearner } from '../language/learner';
import { MessagePage } from '../page/message-page';

export function CourseMissing() {
  const { text } = useLearner();
  return (
    <MessagePage title={text.course.missingTitle} to="/" action={text.course.back}>
      <p className="hrs-muted">{text.course.missingBody}</p>
    </MessagePage>
  );
}
