import { type ReactNode, useState } from 'react';

interface PictureProps {
  readonly source: string | undefined;
  readonly className: string;
  readonly fallback: ReactNode;
}

/** A decorative image; the fallback when there is none or it does not load. */
export function Picture({ source, className, fallback }: PictureProps) {
  const [failedSource, setFailedSource] = useState<string>();
  if (!source || source === failedSource) return fallback;
  return <img className={className} src={source} alt="" draggable={false} onError={() => setFailedSource(source)} />;
}
