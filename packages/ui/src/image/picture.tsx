import { type ReactNode, useState } from 'react';

interface PictureProps {
  readonly source: string | undefined;
  /** Takes the place of `source` on phones. */
  readonly narrowSource?: string;
  /** What the image says; empty when the same stands beside it. */
  readonly alt?: string;
  readonly className: string;
  readonly fallback: ReactNode;
}

// A file that failed once is not asked for at every opening of a menu; a reload asks again.
const failedSources = new Set<string>();

/** An image; the fallback when there is none or it does not load. */
export function Picture({ source, narrowSource, alt = '', className, fallback }: PictureProps) {
  const [failedSource, setFailedSource] = useState<string>();
  if (!source || source === failedSource || failedSources.has(source)) return fallback;
  const fail = () => {
    setFailedSource(source);
    // The address of an object is never given twice, so there is nothing to remember.
    if (!source.startsWith('blob:')) failedSources.add(source);
  };
  const image = <img className={className} src={source} alt={alt} draggable={false} onError={fail} />;
  if (!narrowSource) return image;
  return (
    <picture className="portico-ui-picture">
      <source media="(max-width: 520px)" srcSet={narrowSource} />
      {image}
    </picture>
  );
}
