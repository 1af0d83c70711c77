import { type Failure, type Frame, failureSchema } from '@portico/contract/publishing';
import { useLocale } from '@portico/module-kit';
import { buttonClass } from '@portico/ui';
import { Link, useParams } from 'react-router-dom';
import { CommandLine } from '../command-line/command-line';
import { useAllowedViews } from '../frame/view';
import { Card } from '../page/card';
import { Fact } from '../page/fact';
import { Fetched } from '../page/fetched';
import { Instant } from '../page/instant';
import { ViewPage } from '../page/view-page';
import { operatorPath } from '../request/operator-client';
import { OperatorFailure } from '../request/operator-failure';
import { useRead } from '../request/use-read';
import { useFailureTexts } from './failure-texts';
import { useFailureNames } from './use-failure-names';

/** A failure: for whom it happens, where in the code, and what to do. */
export function FailurePage() {
  const t = useFailureTexts();
  const { nameCause } = useFailureNames();
  const { id = '' } = useParams();
  const source = useRead(operatorPath`/api/publishing/failures/${id}`, failureSchema);
  const { data, error } = source;
  const back = (
    <Link className={buttonClass('quiet')} to="/failures">
      {t('back')}
    </Link>
  );
  if (error instanceof OperatorFailure && error.code === 'failure-unknown') {
    return (
      <ViewPage title={t('unknown')} actions={back}>
        <p>{t('unknown_text')}</p>
      </ViewPage>
    );
  }
  return (
    <ViewPage title={data ? nameCause(data) : t('failure')} actions={back}>
      <Fetched source={source} rows={8}>
        {(failure) => (
          <>
            <Facts failure={failure} />
            <Next failure={failure} />
            <Stack failure={failure} />
            <Others failure={failure} />
            <CommandLine words={['failures', failure.id]} />
          </>
        )}
      </Fetched>
    </ViewPage>
  );
}

interface PartProps {
  readonly failure: Failure;
}

function Facts({ failure }: PartProps) {
  const t = useFailureTexts();
  const locale = useLocale();
  const { nameKind, nameVersion } = useFailureNames();
  const { browsers, first_at, kind, last_at, module, people, tenants, times, version } = failure;
  const list = (shares: Failure['tenants']) => (
    <ul>
      {shares.map(({ name, people: count }) => (
        <li key={name}>
          <bdi>{name || t('unknown_browser')}</bdi>{' '}
          <span className="portico-console-muted">{t('count', { count })}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <Card className="portico-console-failure-part" title={t('where')}>
      <dl className="portico-console-facts">
        <Fact label={t('module')}>
          <bdi>{module}</bdi> {nameVersion(version)}
        </Fact>
        <Fact label={t('kind')}>{nameKind(kind)}</Fact>
        <Fact label={t('people')}>{t('count', { count: people })}</Fact>
        <Fact label={t('times')}>{times.toLocaleString(locale)}</Fact>
        <Fact label={t('first_at')}>
          <Instant at={first_at} />
        </Fact>
        <Fact label={t('last_at')}>
          <Instant at={last_at} />
        </Fact>
        <Fact label={t('tenants')}>{list(tenants)}</Fact>
        <Fact label={t('browsers')}>{list(browsers)}</Fact>
      </dl>
    </Card>
  );
}

function Next({ failure: { module } }: PartProps) {
  const t = useFailureTexts();
  const hasReleases = useAllowedViews().some(({ path }) => path === 'releases');
  const isOfPortal = module.startsWith('@portico/');
  return (
    <Card className="portico-console-failure-part" title={t('next')}>
      <p>{isOfPortal ? t('next_shell') : t('next_text')}</p>
      {!isOfPortal && hasReleases && (
        <p>
          <Link className={buttonClass()} to={`/releases/${encodeURIComponent(module)}`}>
            {t('releases', { module })}
          </Link>
        </p>
      )}
      {!isOfPortal && <CommandLine words={['rollback', module]} />}
    </Card>
  );
}

function Stack({ failure: { stack, version } }: PartProps) {
  const t = useFailureTexts();
  const hasSources = stack.some(({ source }) => source !== undefined);
  return (
    <Card className="portico-console-failure-part" title={t('stack')}>
      <p className="portico-console-muted">{stack.length === 0 ? t('no_stack') : t('stack_text')}</p>
      {stack.length > 0 && (
        <ol className="portico-console-stack">
          {stack.map((frame, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a function that calls itself has equal lines, and a stack never changes.
            <StackLine key={index} frame={frame} />
          ))}
        </ol>
      )}
      {stack.length > 0 && version !== null && !hasSources && <p className="portico-console-muted">{t('no_map')}</p>}
    </Card>
  );
}

function StackLine({ frame }: { readonly frame: Frame }) {
  const t = useFailureTexts();
  const { source } = frame;
  const format = ({ column, file, line }: Omit<Frame, 'function' | 'source'>) => `${file}:${line}:${column}`;
  return (
    <li>
      {frame.function === '' ? <em>{t('anonymous')}</em> : <code>{frame.function}</code>}{' '}
      {source && <code>{format(source)}</code>}{' '}
      <code className="portico-console-muted" dir="ltr">
        {format(frame)}
      </code>
    </li>
  );
}

function Others({ failure: { others } }: PartProps) {
  const t = useFailureTexts();
  const { nameVersion } = useFailureNames();
  return (
    <Card className="portico-console-failure-part" title={t('others')}>
      {others.length === 0 && <p className="portico-console-muted">{t('no_others')}</p>}
      <ul>
        {others.map(({ id, last_at, people, version }) => (
          <li key={id}>
            <Link to={`/failures/${encodeURIComponent(id)}`}>{nameVersion(version)}</Link>{' '}
            <span className="portico-console-muted">
              {t('count', { count: people })}, <Instant at={last_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
