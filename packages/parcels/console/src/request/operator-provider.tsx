import { usePortal } from '@portico/module-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { createOperatorClient, type OperatorClient } from './operator-client';
import { OperatorFailure } from './operator-failure';

const OperatorContext = createContext<OperatorClient | undefined>(undefined);

const ConfirmationDialog = lazy(async () => ({
  default: (await import('./confirmation-dialog')).ConfirmationDialog,
}));

/** Interval of refetches, in milliseconds: the portal sends no message about sign-ins and reports of browsers. */
const refetchInterval = 20_000;

/** Provides the client of the API, the cache of what it has fetched, and the dialog that asks for the password. */
export function OperatorProvider({ children }: { readonly children: ReactNode }) {
  const portal = usePortal();
  const [isAsking, setAsking] = useState(false);
  /** The calls that wait for the one dialog. */
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([]);
  const client = useMemo(() => {
    const ask = () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setAsking(true);
      });
    return createOperatorClient(portal, ask);
  }, [portal]);
  const end = (isConfirmed: boolean) => {
    setAsking(false);
    for (const resolve of waiting.current.splice(0)) resolve(isConfirmed);
  };
  const [cache] = useState(createCache);
  useEffect(() => () => cache.clear(), [cache]);
  return (
    <QueryClientProvider client={cache}>
      <OperatorContext value={client}>
        {children}
        {isAsking && (
          <Suspense>
            <ConfirmationDialog onEnd={end} />
          </Suspense>
        )}
      </OperatorContext>
    </QueryClientProvider>
  );
}

/** Returns the client of the API of operators. */
export function useOperator(): OperatorClient {
  const client = useContext(OperatorContext);
  if (!client) throw new Error('useOperator works below OperatorProvider.');
  return client;
}

function createCache(): QueryClient {
  const isUnreachable = (error: Error) => error instanceof OperatorFailure && error.status === 0;
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 2 && isUnreachable(error),
        // Also when the browser believes that it is offline: a failure on screen is better than waiting silently.
        networkMode: 'always',
        refetchInterval,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
