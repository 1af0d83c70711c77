import { parseScripts } from '../reports/attribute';

interface Watcher {
  /**
   * Receives the changes of the head and of the children of the body.
   * @param getScripts the scripts on the stack of the change, topmost first; none if they are unknown
   */
  readonly onChange: (records: readonly MutationRecord[], getScripts: () => string[]) => void;
  /** Receives the rules that a script sets or inserts; returns those that the sheet gets. */
  readonly changeRules: (rules: AddedRules) => string;
  /** Receives a style tag outside of the head that a browser has applied. */
  readonly onStyleInside: (style: HTMLStyleElement) => void;
}

/** Rules that a script adds to a style sheet. */
export interface AddedRules {
  readonly sheet: CSSStyleSheet;
  readonly text: string;
  /** Whether the text has to remain one rule. */
  readonly isRule: boolean;
  /** Returns the scripts on the stack, topmost first. */
  readonly getScripts: () => string[];
}

const insertions = ['append', 'appendChild', 'prepend', 'insertBefore', 'insertAdjacentElement'] as const;

/**
 * Watches additions to the head, to the body, and to style sheets. Code that inserts by the methods of the two elements
 * is known by its stack, and its changes arrive before the method returns.
 * @returns makes all changes so far arrive
 */
export function watchAdditions({ onChange, changeRules, onStyleInside }: Watcher): () => void {
  const observer = new MutationObserver((records) => onChange(records, () => []));
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  observer.observe(document.body, { childList: true });
  const flush = (getScripts: () => string[] = () => []) => {
    const records = observer.takeRecords();
    if (records.length > 0) onChange(records, getScripts);
  };
  for (const parent of [document.head, document.body]) {
    for (const name of insertions) {
      after(
        parent,
        name,
        () => flush(readStack),
        () => flush(),
      );
    }
  }
  for (const name of ['insertRule', 'replace', 'replaceSync'] as const) {
    const method: (text: string, ...rest: never[]) => unknown = CSSStyleSheet.prototype[name];
    Object.defineProperty(CSSStyleSheet.prototype, name, {
      configurable: true,
      writable: true,
      value(this: CSSStyleSheet, text: unknown, ...rest: unknown[]) {
        const rules = { sheet: this, text: String(text), isRule: name === 'insertRule', getScripts: readStack };
        return Reflect.apply(method, this, [changeRules(rules), ...rest]);
      },
    });
  }
  const onLoad = ({ target }: Event) => {
    if (target instanceof HTMLStyleElement && target.parentNode !== document.head) onStyleInside(target);
  };
  document.addEventListener('load', onLoad, true);
  return () => flush();
}

/** Calls a function after each call of a method. */
function after<Target extends object>(
  target: Target,
  name: keyof Target,
  onEnd: () => void,
  onStart: () => void,
): void {
  const method = target[name];
  if (typeof method !== 'function') return;
  Object.defineProperty(target, name, {
    configurable: true,
    writable: true,
    value(this: Target, ...values: unknown[]) {
      onStart();
      const result: unknown = Reflect.apply(method, this, values);
      onEnd();
      return result;
    },
  });
}

/** This script, which is on each stack. */
const [own] = parseScripts(new Error());

/** Libraries may have many frames between the module and the change. */
const frames = 50;

function readStack(): string[] {
  const limit: unknown = Reflect.get(Error, 'stackTraceLimit');
  Reflect.set(Error, 'stackTraceLimit', frames);
  const error = new Error();
  Reflect.set(Error, 'stackTraceLimit', limit);
  return parseScripts(error).filter((script) => script !== own);
}
