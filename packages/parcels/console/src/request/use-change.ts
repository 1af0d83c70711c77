import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperatorClient } from './operator-client';
import { useOperator } from './operator-provider';

/**
 * Returns the mutation that runs a change by the API of operators. Afterwards everything on screen is fetched again, also
 * after a failure, which may mean that another user has changed it.
 */
export function useChange<Input = void, Output = unknown>(
  change: (client: OperatorClient, input: Input) => Promise<Output>,
) {
  const client = useOperator();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(client, input),
    onSettled: () => cache.invalidateQueries(),
  });
}
