import type { ModuleStatus } from '@portico/contract/publishing';
import { useLocale } from '@portico/module-kit';
import { useReleaseTexts } from './release-texts';
import { useVersionText } from './use-release-text';

interface OutcomeBarsProps {
  readonly status: ModuleStatus;
  /** The text if nothing is counted. */
  readonly none: string;
}

/** How many users loaded the new version and the one that it replaces, and for how many it failed. */
export function OutcomeBars({ status, none }: OutcomeBarsProps) {
  const t = useReleaseTexts();
  const locale = useLocale();
  const nameVersion = useVersionText();
  const { canary, outcomes } = status;
  const bars = [
    ...(canary?.outcomes ? [{ name: canary.version, ...canary.outcomes }] : []),
    ...(outcomes ? [{ name: nameVersion(status), ...outcomes }] : []),
  ];
  if (bars.length === 0) return <span className="portico-console-muted">{none}</span>;
  const most = Math.max(1, ...bars.map(({ failed, mounted }) => failed + mounted));
  return (
    <ul className="portico-console-outcomes">
      {bars.map(({ failed, mounted, name }) => {
        const all = failed + mounted;
        const share = (all === 0 ? 0 : failed / all).toLocaleString(locale, {
          style: 'percent',
          maximumFractionDigits: 1,
        });
        return (
          <li key={name}>
            <bdi>{name}</bdi>
            <span>{failed === 0 ? t('loads', { count: all }) : t('loads_failed', { count: all, failed, share })}</span>
            <span className="portico-console-bar" aria-hidden>
              <i style={{ inlineSize: `${(100 * mounted) / most}%` }} />
              <i style={{ inlineSize: `${(100 * failed) / most}%` }} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
