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

// What failed once is not asked for at every opening of a menu; a reload asks again.
const failedSources = new Set<string>();

/** An image; the fallback when there is none or it does not load. */
export function Picture({ source, narrowSource, alt = '', className, fallback }: PictureProps) {
  const [, setFailures] = useState(0);
  if (!source || failedSources.has(source)) return fallback;
  const fail = () => {
    failedSources.add(source);
    setFailures((count) => count + 1);
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
