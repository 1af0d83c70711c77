interface PlaceholderProps {
  /** What is on its way. */
  readonly kind: 'field' | 'row';
  readonly count: number;
}

/** The outline of what is on its way, so that nothing jumps when it arrives. */
export function Placeholder({ kind, count }: PlaceholderProps) {
  return (
    <div className={`portico-profile-block portico-profile-${kind}s`} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <div className={`portico-profile-placeholder-${kind}`} key={index} />
      ))}
    </div>
  );
}
