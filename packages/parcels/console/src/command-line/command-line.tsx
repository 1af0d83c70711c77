import { Button } from '@portico/ui';
import { useId, useRef, useState } from 'react';
import { useCommonTexts } from '../texts/common-texts';
import { useCopy } from './use-copy';

/** A button that shows the command of an action, to copy: `words` are those after `portico`. */
export function CommandLine({ words }: { readonly words: readonly string[] }) {
  const t = useCommonTexts();
  const copy = useCopy();
  const id = useId();
  const line = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(false);
  const command = formatCommand(words);
  return (
    <div className="portico-console-command">
      <Button variant="plain" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t('action.command')}
      </Button>
      <div id={id} hidden={!isOpen}>
        <code ref={line}>{command}</code>
        <Button
          variant="plain"
          onClick={() => {
            if (line.current) getSelection()?.selectAllChildren(line.current);
            return copy(command);
          }}
        >
          {t('action.copy')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the options of a command that have a value. */
export function listOptions(values: Readonly<Record<string, string | null | undefined>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value ? [`--${name}`, value] : []));
}

/** Returns the command line of `portico` with these words, quoted for a POSIX shell where needed. */
export function formatCommand(words: readonly string[]): string {
  return ['portico', ...words.map(quote)].join(' ');
}

function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
