import { useLanguage } from '../language/language';

/** Stands in for a page whose code is on its way. */
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
