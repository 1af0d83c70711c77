import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

/** The pause in typing after which the search starts, in milliseconds. */
const delay = 250;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** The searched text. Another value, such as after "back", replaces the text of the field. */
  readonly value: string;
  /** Called after a pause in typing, and on Enter. */
  readonly onSearch: (value: string) => void;
}

/** A search field. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const last = useRef(value);
  useEffect(() => {
    if (value !== last.current) setText(value);
    last.current = value;
  }, [value]);

  const search = useEffectEvent(() => {
    const searched = text.trim();
    if (searched === last.current) return;
    last.current = searched;
    onSearch(searched);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the text starts the pause again
  useEffect(() => {
    const timer = setTimeout(search, delay);
    return () => clearTimeout(timer);
  }, [text]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const searched = text.trim();
    last.current = searched;
    onSearch(searched);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: jsdom has no <search>
    <form className="portico-console-search" role="search" aria-label={label} onSubmit={submit}>
      <input
        className="portico-ui-input"
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
