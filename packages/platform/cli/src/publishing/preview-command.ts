import {
  type PreviewLink,
  previewDaysDefault,
  previewDaysMax,
  previewLinkSchema,
  previewListSchema,
} from '@portico/contract';
import { PortalCommand } from '../server/portal-command';
import { getModulePath } from '../server/server-api';
import { createParser, parseModule, parseVersion, wholeNumber } from '../terminal/arguments';
import { formatTable, resolveAddress } from '../terminal/format';

export const daysDescription = `how many days the link works, 1 to ${previewDaysMax} (default: ${previewDaysDefault})`;
export const parseDays = createParser(wholeNumber(1, previewDaysMax), `a number of days from 1 to ${previewDaysMax}`);

export function previewCommand(): PortalCommand {
  const preview = new PortalCommand('publisher', 'preview').description(
    'Manage links that open a stored version in one browser',
  );

  preview
    .command('create', { isDefault: true })
    .argument('<module>', '', parseModule)
    .argument('<version>', '', parseVersion)
    .description(
      'Print a link to a version that was published, or stored by publish --preview; without "create" as well',
    )
    .option('--days <number>', daysDescription, parseDays)
    .run(async (api, module: string, version: string, { days }: { readonly days?: number }) => {
      const path = `${getModulePath(module)}/versions/${encodeURIComponent(version)}/preview`;
      return formatPreview(await api.create(path, { days }, previewLinkSchema), api.address);
    });

  preview
    .command('list')
    .description('List the links that work, without what opens the version')
    .run(async (api) => {
      const links = await api.read('previews', previewListSchema);
      return formatTable(links, {
        ID: 'id',
        MODULE: 'module',
        VERSION: 'version',
        BY: 'by',
        CREATED: 'created_at',
        EXPIRES: 'expires_at',
      });
    });

  preview
    .command('revoke <id>')
    .description('Revoke a link; browsers that followed it get the live version at their next page')
    .run(async (api, id: string) => {
      await api.send('delete', `previews/${encodeURIComponent(id)}`);
      return `Revoked the preview link ${id}.`;
    });

  return preview;
}

export function formatPreview({ expires_at, id, link, module, version }: PreviewLink, portal: string): string {
  return `${module} ${version} is stored; this link opens it until ${expires_at}, in one browser at a time.
To end it before: portico preview revoke ${id}
${resolveAddress(link, portal)}`;
}
