import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure';
import { Loading } from './loading';

interface FetchedProps<Data> {
  /** A result of `useRead` or `useReadList`. */
  readonly source: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** The number of rows of the outline. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Content that is fetched: its outline until it has loaded, and why it did not load. */
export function Fetched<Data>({ source, rows, children }: FetchedProps<Data>) {
  const { data, error } = source;
  return (
    <>
      {Boolean(error) && <LoadFailure source={source} />}
      {data === undefined ? !error && <Loading rows={rows} /> : children(data)}
    </>
  );
}
