import {
  rateVital,
  type VersionVitals,
  type VitalName,
  versionVitalsListSchema,
  vitalNames,
} from '@portico/contract/publishing';
import { useLocale } from '@portico/module-kit';
import { Fragment } from 'react';
import { LoadFailure } from '../page/load-failure';
import { operatorPath } from '../request/operator-client';
import { useRead } from '../request/use-read';
import { useReleaseTexts } from './release-texts';

/** Older versions say little about the present one. */
const maxVersions = 5;

/** The web vitals of the latest versions that browsers have reported, each with its rating. */
export function VitalList({ module }: { readonly module: string }) {
  const t = useReleaseTexts();
  const path = operatorPath`/api/publishing/modules/${module}/vitals`;
  const source = useRead(path, versionVitalsListSchema);
  const { data } = source;
  if (source.error) return <LoadFailure source={source} />;
  if (data?.length === 0) return <p className="portico-console-muted">{t('no_vitals')}</p>;
  return (
    <dl className="portico-console-facts">
      {data?.slice(0, maxVersions).map(({ version, vitals }) => (
        <Fragment key={version}>
          <dt>
            <bdi>{version}</bdi>
          </dt>
          <dd>
            {vitalNames.map((name) => (
              <VitalLine key={name} name={name} vitals={vitals} />
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function VitalLine({ name, vitals }: { readonly name: VitalName; readonly vitals: VersionVitals['vitals'] }) {
  const t = useReleaseTexts();
  const locale = useLocale();
  const figure = vitals[name];
  if (figure === undefined) return null;
  const { p75, visits } = figure;
  const value =
    name === 'CLS'
      ? p75.toLocaleString(locale, { maximumFractionDigits: 3 })
      : p75.toLocaleString(locale, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 });
  return (
    <p>
      {name} {value}: {t(`vital_${rateVital(name, p75)}`)}, {t('visits', { count: visits })}
    </p>
  );
}
