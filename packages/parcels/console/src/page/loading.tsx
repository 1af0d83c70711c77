import { useTexts } from '../texts/define-texts';
import { frameTexts } from '../texts/frame-texts';

/** The outline of content that is loading. */
export function Loading({ rows = 4 }: { readonly rows?: number }) {
  const t = useTexts(frameTexts);
  return (
    <div className="portico-console-loading" role="status">
      <span className="portico-ui-hidden">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal.
        <i key={row} />
      ))}
    </div>
  );
}
