import type { ReactNode } from 'react';
import { Link, useHref, useLocation } from 'react-router-dom';
import { useLanguage } from '../language/use-language';

/** Shown for an unknown address; the address stays unchanged. */
export function NotFound() {
  const { text } = useLanguage();
  const address = useHref(useLocation());
  return (
    <MessagePage {...text.notFound}>
      <p>
        <code className="hrs-code">{address}</code>
      </p>
    </MessagePage>
  );
}

export function CourseMissing() {
  const { text } = useLanguage();
  return <MessagePage title={text.course.missingTitle} body={text.course.missingBody} back={text.course.back} />;
}

interface MessagePageProps {
  readonly title: string;
  readonly body: string;
  readonly back: string;
  readonly children?: ReactNode;
}

/** A message and a link to the courses. */
function MessagePage({ title, body, back, children }: MessagePageProps) {
  return (
    <div className="hrs-empty">
      <h1 tabIndex={-1}>{title}</h1>
      <p className="hrs-muted">{body}</p>
      {children}
      <Link className="hrs-button" to="/">
        {back}
      </Link>
    </div>
  );
}
