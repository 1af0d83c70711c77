import { type ReactNode, useState } from 'react';

interface PictureProps {
  readonly source: string | undefined;
  readonly className: string;
  readonly fallback: ReactNode;
}

// What failed once is not asked for at every opening of a menu; a reload asks again.
const failedSources = new Set<string>();

/** A decorative image; the fallback when there is none or it does not load. */
export function Picture({ source, className, fallback }: PictureProps) {
  const [, setFailures] = useState(0);
  if (!source || failedSources.has(source)) return fallback;
  const fail = () => {
    failedSources.add(source);
    setFailures((count) => count + 1);
  };
  return <img className={className} src={source} alt="" draggable={false} onError={fail} />;
}
