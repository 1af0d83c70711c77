import { announcementKinds, locales } from '@portico/contract';
import { announcementDeliveries, announcementLengths, groupListSchema } from '@portico/contract/administration';
import { TextField } from '@portico/ui';
import { useId } from 'react';
import { TextArea } from '../page/text-area';
import { operatorPath } from '../request/operator-client';
import { useRead } from '../request/use-read';
import { SelectField } from '../select-field/select-field';
import { useAnnouncementTexts } from './announcement-texts';
import type { Draft, DraftProblem } from './draft';
import { useScope } from './use-scope';

interface AnnouncementFieldsProps {
  readonly draft: Draft;
  /** The delivery of an announcement cannot change. */
  readonly isNew: boolean;
  readonly problem: DraftProblem | undefined;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The fields of an announcement. */
export function AnnouncementFields({ draft, isNew, problem, onChange }: AnnouncementFieldsProps) {
  const t = useAnnouncementTexts();
  const { begin, delivery, end, kind, texts } = draft;
  return (
    <>
      {isNew && (
        <Choice
          legend={t('as')}
          values={announcementDeliveries}
          value={delivery}
          getLabel={t}
          onChoose={(chosen) => onChange({ delivery: chosen })}
        />
      )}
      <p className="portico-console-muted">{t(`${delivery}_hint`)}</p>
      <Choice
        legend={t('kind')}
        values={announcementKinds}
        value={kind}
        getLabel={t}
        onChoose={(chosen) => onChange({ kind: chosen })}
      />
      {locales.map((language) => {
        const text = texts[language];
        const isWrong =
          problem === 'title_missing'
            ? language === 'pt'
            : problem === 'body_alone' && text.title.trim() === '' && text.body.trim() !== '';
        const change = (part: Partial<typeof text>) =>
          onChange({ texts: { ...texts, [language]: { ...text, ...part } } });
        return (
          <fieldset className="portico-console-announcement-text" key={language}>
            <legend>{t(language)}</legend>
            <TextField
              label={t('text_title')}
              maxLength={announcementLengths.title}
              value={text.title}
              error={isWrong && problem ? t(problem) : undefined}
              onChange={(event) => change({ title: event.currentTarget.value })}
            />
            <TextArea
              label={t('text_body')}
              rows={3}
              maxLength={announcementLengths.body}
              value={text.body}
              onChange={(event) => change({ body: event.currentTarget.value })}
            />
          </fieldset>
        );
      })}
      <p className="portico-console-muted">{t('languages')}</p>
      <ModuleField module={draft.module} onChange={(module) => onChange({ module })} />
      <div className="portico-console-announcement-times">
        <TextField
          type="datetime-local"
          label={t('from')}
          hint={isNew ? t('begin_hint') : undefined}
          value={begin}
          onChange={(event) => onChange({ begin: event.currentTarget.value })}
        />
        {delivery === 'banner' && (
          <TextField
            type="datetime-local"
            label={t('until')}
            value={end}
            error={problem === 'end_missing' ? t(problem) : undefined}
            onChange={(event) => onChange({ end: event.currentTarget.value })}
          />
        )}
      </div>
    </>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly getLabel: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ legend, values, value, getLabel, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className="portico-console-announcement-choice">
      <legend>{legend}</legend>
      {values.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} /> {getLabel(one)}
        </label>
      ))}
    </fieldset>
  );
}

interface ModuleFieldProps {
  readonly module: string;
  readonly onChange: (module: string) => void;
}

/** The applications of the tenant; for all tenants the key of one. */
function ModuleField({ module, onChange }: ModuleFieldProps) {
  const t = useAnnouncementTexts();
  const { isAll, tenant } = useScope();
  const { data } = useRead(operatorPath`tenants/${tenant}/groups`, groupListSchema, undefined, !isAll);
  if (isAll) {
    return (
      <TextField label={t('module_key')} value={module} onChange={(event) => onChange(event.currentTarget.value)} />
    );
  }
  const apps = data?.apps ?? [];
  // Before the list arrives, and if the tenant has lost the application.
  const isListed = module === '' || apps.some((app) => app.module === module);
  return (
    <SelectField
      label={t('module')}
      options={[
        ['', t('everybody')],
        ...(isListed ? [] : [[module, module] as const]),
        ...apps.map((app) => [app.module, app.name] as const),
      ]}
      value={module}
      onChange={onChange}
    />
  );
}
