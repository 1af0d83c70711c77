import { type ReactNode, useState } from 'react';

interface MediaIconProps {
  readonly address: string;
  readonly fallback: ReactNode;
}

// An icon that failed once is not asked for in every row; a reload asks again.
const failed = new Set<string>();

/** An icon of 20 px in the colour of the text, which its file cannot know. */
export function MediaIcon({ address, fallback }: MediaIconProps) {
  const [hasFailed, setFailed] = useState(failed.has(address));
  if (hasFailed) return fallback;
  const fail = () => {
    failed.add(address);
    setFailed(true);
  };
  return (
    <span className="portico-notifications-media-icon" style={{ maskImage: `url("${address}")` }}>
      {/* A mask does not tell when its file is missing. */}
      <img src={address} alt="" onError={fail} />
    </span>
  );
}
