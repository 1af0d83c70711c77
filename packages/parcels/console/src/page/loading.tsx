import { useCommonTexts } from '../texts/common-texts';

/** The outline of content that is loading. */
export function Loading({ rows = 4 }: { readonly rows?: number | undefined }) {
  const t = useCommonTexts();
  return (
    <div className="portico-console-loading" role="status">
      <span className="portico-ui-hidden">{t('frame.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are equal.
        <i key={row} />
      ))}
    </div>
  );
}
