import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatList } from '../terminal/format-list';
import type { Evidence } from './evidence';
import { formatKilobytes } from './format-sizes';
import { formatMend } from './mend';

/** Names files that would be published for nothing. They do no harm, so this is no refusal. */
export function describeUnaskedFiles({ bundler, module, unaskedFiles }: Evidence): string[] {
  if (unaskedFiles.length === 0) return [];
  const names = unaskedFiles.map(({ name }) => name);
  const size = unaskedFiles.reduce((sum, file) => sum + file.size, 0);
  const isCopied = names.every((name) => existsSync(path.join(module.folder, 'public', name)));
  const why = isCopied
    ? 'The build copies them from public/: delete them there, or copy nothing.'
    : 'An earlier build left them, or nothing uses them: empty the folder before each build.';
  const mend = formatMend(isCopied ? 'public-folder' : 'clean-folder', module.key, bundler);
  return [`Nothing asks for ${formatList(names, 5)} (${formatKilobytes(size)} to publish). ${why}${mend}`];
}
