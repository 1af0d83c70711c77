export interface Violation {
  /** Such as `script-src-elem`. */
  readonly directive: string;
  /** An address, or a word such as `eval` or `inline`. */
  readonly blocked: string;
}

/** Notes what the content policy refuses from now on; the function it returns gives it, each once. */
export function watchViolations(): () => Violation[] {
  const seen = new Map<string, Violation>();
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective: directive, blockedURI: blocked }) => {
    seen.set(`${directive} ${blocked}`, { directive, blocked });
  });
  return () => [...seen.values()];
}
