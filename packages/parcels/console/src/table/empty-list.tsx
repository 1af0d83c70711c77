import { Button } from '@portico/ui';

interface EmptyListProps {
  readonly text: string;
  /** The button that ends the filters, and its text, if there are any. */
  readonly showAll?: string | false;
  readonly onShowAll?: () => void;
}

/** The content of a list without rows. */
export function EmptyList({ text, showAll, onShowAll }: EmptyListProps) {
  return (
    <>
      <p>{text}</p>
      {showAll && (
        <Button variant="quiet" onClick={onShowAll}>
          {showAll}
        </Button>
      )}
    </>
  );
}
