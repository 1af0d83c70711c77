import { pickAnnouncementText } from '@portico/contract';
import {
  type Announcement,
  announcementChangeSchema,
  announcementPageSchema,
  announcementSchema,
  announcementStates,
  newAnnouncementSchema,
} from '@portico/contract/administration';
import type { Command } from 'commander';
import * as v from 'valibot';
import { PortalCommand } from '../server/portal-command';
import { CommandError, createParser, parseArgument, parseModule, parseTenant } from '../terminal/arguments';
import { formatTable } from '../terminal/format';

interface ScopeOptions {
  readonly tenant?: string;
  readonly all?: true;
}

interface TextOptions {
  readonly pt?: string;
  readonly ptBody?: string;
  readonly en?: string;
  readonly enBody?: string;
}

interface EditOptions extends ScopeOptions, TextOptions {
  readonly module?: string;
  readonly from?: string;
  readonly until?: string;
}

interface CreateOptions extends EditOptions {
  readonly warning?: true;
  readonly notification?: true;
}

const parseState = createParser(v.picklist(announcementStates), `a state: use ${announcementStates.join(', ')}`);

const parseTime = createParser(
  v.pipe(
    v.string(),
    v.check((text) => !Number.isNaN(Date.parse(text))),
    v.transform((text) => new Date(text).toISOString()),
  ),
  'a time such as 2026-12-01T22:00 (of this computer) or 2026-12-01T22:00:00Z',
);

const hint =
  'An announcement needs --pt or --en: a title of 90 characters at most, with a body of 600 at most. A banner needs --until.';

export function announcementCommand(): PortalCommand {
  const announcement = new PortalCommand('operator', 'announcement').description(
    'Announce something to the users of a tenant, or of all',
  );

  withScope(announcement.command('list').description('List announcements, the latest begin first'))
    .option('--state <state>', 'only those that are planned, now or over', parseState)
    .run(async (api, { state, ...scope }: ScopeOptions & { readonly state?: string }) => {
      const query = new URLSearchParams({ limit: '100', ...(state && { state }) });
      const { items } = await api.read(`${getPath(scope)}?${query}`, announcementPageSchema);
      return formatTable(items, {
        ID: 'id',
        STATE: 'state',
        AS: 'delivery',
        FROM: 'begins_at',
        UNTIL: 'ends_at',
        APPLICATION: 'module',
        TITLE: ({ texts }) => pickAnnouncementText(texts, 'en').title,
      });
    });

  withScope(announcement.command('create').description('Show a banner, or send a notification'))
    .option('--pt <title>', 'the title in Portuguese')
    .option('--pt-body <text>', 'the body in Portuguese')
    .option('--en <title>', 'the title in English; without a language, its users see the other one')
    .option('--en-body <text>', 'the body in English')
    .option('--warning', 'a warning instead of information')
    .option('--notification', 'send a notification at the begin, instead of a banner')
    .option('--module <key>', 'only for users of this application; a banner shows while it is on screen', parseModule)
    .option('--from <time>', 'the begin; now by default', parseTime)
    .option('--until <time>', 'the end of a banner', parseTime)
    .run(async (api, options: CreateOptions) => {
      const { en, enBody: en_body, from, module, notification, pt, ptBody: pt_body, until, warning } = options;
      const body = {
        delivery: notification ? 'notification' : 'banner',
        kind: warning ? 'warning' : 'information',
        texts: { ...(pt && { pt: { title: pt, body: pt_body } }), ...(en && { en: { title: en, body: en_body } }) },
        module: module ?? null,
        begins_at: from,
        ends_at: until,
      };
      const { id, state } = await api.create(
        getPath(options),
        parseArgument(newAnnouncementSchema, body, hint),
        announcementSchema,
      );
      return `Announcement ${id} is ${state === 'now' ? 'shown now' : state}.`;
    });

  withScope(announcement.command('edit <id>').description('Change an announcement; what is not given stays'))
    .option('--pt <title>', 'the title in Portuguese')
    .option('--pt-body <text>', 'the body in Portuguese')
    .option('--en <title>', 'the title in English')
    .option('--en-body <text>', 'the body in English')
    .option('--module <key>', 'only for users of this application', parseModule)
    .option('--from <time>', 'the begin', parseTime)
    .option('--until <time>', 'the end of a banner', parseTime)
    .run(async (api, id: string, options: EditOptions) => {
      const path = `${getPath(options)}/${encodeURIComponent(id)}`;
      const { edition, texts } = await api.read(path, announcementSchema);
      const { from, module, until } = options;
      const body = {
        edition,
        texts: changeTexts(texts, options),
        module,
        begins_at: from,
        ends_at: until,
      };
      await api.send('patch', path, parseArgument(announcementChangeSchema, body, hint));
      return `Announcement ${id} is changed.`;
    });

  withScope(announcement.command('end <id>').description('End a banner now, or one that is planned')).run(
    async (api, id: string, options: ScopeOptions) => {
      await api.send('patch', `${getPath(options)}/${encodeURIComponent(id)}`, { ends_at: 'now' });
      return 'It is over.';
    },
  );

  return announcement;
}

/** Replaces the given titles and bodies. */
function changeTexts(texts: Announcement['texts'], { en, enBody, pt, ptBody }: TextOptions) {
  const change = (text: Announcement['texts']['en'], title: string | undefined, body: string | undefined) =>
    title === undefined && body === undefined
      ? text
      : { ...text, ...(title && { title }), ...(body !== undefined && { body }) };
  const changed = { pt: change(texts.pt, pt, ptBody), en: change(texts.en, en, enBody) };
  return { ...(changed.pt && { pt: changed.pt }), ...(changed.en && { en: changed.en }) };
}

function withScope<Called extends Command>(command: Called): Called {
  return command
    .option('--tenant <key>', 'for the users of this tenant', parseTenant)
    .option('--all', 'for the users of all tenants');
}

function getPath({ all, tenant }: ScopeOptions): string {
  if ((tenant === undefined) === (all === undefined)) throw new CommandError('Use either --tenant or --all.');
  return tenant === undefined ? 'announcements' : `tenants/${tenant}/announcements`;
}
