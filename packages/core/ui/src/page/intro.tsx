interface IntroProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** The level of the heading. A main heading takes the focus after a navigation. */
  readonly level: 1 | 2;
  /** The size of the heading, if it is not that of its level. */
  readonly size?: 2 | 3 | undefined;
  /** The prefix of the ids of heading and text: `-title`, `-text`. */
  readonly id?: string;
}

/** The heading of a screen or dialog, and the text under it. */
export function Intro({ title, text, level, size, id }: IntroProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  const className = `portico-ui-heading portico-ui-heading-${size ?? level}`;
  return (
    <div>
      <Heading className={className} id={id && `${id}-title`} tabIndex={level === 1 ? -1 : undefined}>
        {title}
      </Heading>
      {text && (
        <p className="portico-ui-lead" id={id && `${id}-text`}>
          {text}
        </p>
      )}
    </div>
  );
}
