import { type Contribution, ModulePart, useTranslation } from '@portico/shared';
import { Button } from '@portico/ui';
import { useSyncExternalStore } from 'react';

/** A window in which the bar has room for more controls. */
const wide = '(min-width: 720px)';

const follow = (onChange: () => void) => {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

/** The controls that the user's modules put into the bar; those without room are behind a button. */
export function ControlList({ contributions }: { readonly contributions: readonly Contribution[] }) {
  const { t } = useTranslation();
  const most = useSyncExternalStore(follow, () => (matchMedia(wide).matches ? 4 : 2));
  // The button with the others takes the place of one.
  const shown = contributions.length > most ? most - 1 : most;
  const others = contributions.slice(shown);
  return (
    <>
      <ul className="portico-topbar-controls" aria-label={t('topbar.controls')}>
        {contributions.slice(0, shown).map((contribution) => (
          <Control key={contribution.parcel} {...contribution} />
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <Button
            variant="plain"
            className="portico-topbar-more"
            popoverTarget="portico-topbar-more"
            aria-label={t('topbar.more_controls', { count: others.length })}
            title={t('topbar.more_controls', { count: others.length })}
          >
            +{others.length}
          </Button>
          <ul
            className="portico-topbar-others"
            id="portico-topbar-more"
            popover="auto"
            aria-label={t('topbar.controls')}
          >
            {others.map((contribution) => (
              <Control key={contribution.parcel} {...contribution} isNamed />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Control({ app, parcel, isNamed }: Contribution & { readonly isNamed?: true }) {
  return (
    <li className="portico-topbar-control">
      {isNamed && <bdi aria-hidden>{app.name}</bdi>}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div role="group" aria-label={app.name}>
        <ModulePart className="portico-topbar-part" of={parcel} place="topbar" />
      </div>
    </li>
  );
}
