import { mapChangeListSchema } from '@portico/contract/publishing';
import { Fetched } from '../page/fetched';
import { Instant } from '../page/instant';
import { MoreButton } from '../page/more-button';
import { Section } from '../page/section';
import { useReadPages } from '../request/use-read';
import { useReleaseTexts } from './release-texts';
import { useChangeText } from './use-release-text';

const pageSize = 20;

/** The changes of a module, the newest first: who, when, what and why. */
export function Timeline({ module }: { readonly module: string }) {
  const t = useReleaseTexts();
  const describe = useChangeText();
  const query = { module, limit: pageSize };
  const history = useReadPages('/api/publishing/history', mapChangeListSchema, query, (changes) => ({
    items: changes,
    next: changes.length < pageSize ? undefined : { before: changes.at(-1)?.revision },
  }));
  return (
    <Section title={t('history')}>
      <Fetched source={history}>
        {(changes) => (
          <>
            {changes.length === 0 && <p className="portico-console-muted">{t('no_history')}</p>}
            <ol className="portico-console-timeline" reversed>
              {changes.map((change) => (
                <li key={change.revision} data-action={change.action}>
                  <strong>{describe(change)}</strong>
                  <span className="portico-console-muted">
                    <bdi>{change.by}</bdi>, <Instant at={change.at} />
                  </span>
                  {change.reason && <q>{change.reason}</q>}
                </li>
              ))}
            </ol>
          </>
        )}
      </Fetched>
      {history.hasNextPage && (
        <div>
          <MoreButton source={history} />
        </div>
      )}
    </Section>
  );
}
