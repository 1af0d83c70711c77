import { type CSSProperties, type ReactNode, useState } from 'react';

interface PictureProps {
  readonly source: string | undefined;
  /** Replaces `source` on phones. */
  readonly narrowSource?: string;
  /** The alternative text; empty if the text is beside the image. */
  readonly alt?: string;
  readonly className: string;
  readonly style?: CSSProperties;
  /** Loads it once it is about to be in view. */
  readonly isLazy?: boolean;
  readonly fallback: ReactNode;
}

// Do not request a failed file each time a menu opens. A reload of the page requests it again.
const failedSources = new Set<string>();

/** Loads an image again that failed before hydration, so that React receives the failure. */
function repeatFailure(image: HTMLImageElement | null): void {
  const source = image?.getAttribute('src');
  if (!source || !image?.complete || image.naturalWidth > 0) return;
  // The first script of the page hid the failed image.
  image.style.visibility = '';
  image.src = source;
}

/** An image, or the fallback if there is none or it does not load. */
export function Picture({ source, narrowSource, alt = '', className, style, isLazy, fallback }: PictureProps) {
  const [failedSource, setFailedSource] = useState<string>();
  if (!source || source === failedSource || failedSources.has(source)) return fallback;
  const fail = () => {
    setFailedSource(source);
    // Object URLs are never reused, so their failures need not be kept.
    if (!source.startsWith('blob:')) failedSources.add(source);
  };
  const image = (
    <img
      className={className}
      style={style}
      loading={isLazy ? 'lazy' : undefined}
      src={source}
      alt={alt}
      draggable={false}
      ref={repeatFailure}
      onError={fail}
    />
  );
  if (!narrowSource) return image;
  return (
    <picture className="portico-ui-picture">
      <source media="(max-width: 520px)" srcSet={narrowSource} />
      {image}
    </picture>
  );
}
