import { useLanguage } from '../language/use-language';

/** Shown while the code of a page loads. */
export function Loading() {
  const { text } = useLanguage();
  return (
    <div className="smsa-loading" role="status">
      <span className="smsa-hidden">{text.loading}</span>
      <i className="smsa-bone smsa-bone-title" />
      <i className="smsa-bone" />
      <i className="smsa-bone" />
    </div>
  );
}
