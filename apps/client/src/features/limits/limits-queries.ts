/* What the screen of own limits reads and changes. */

import { changeOwnLimits, readOwnLimits } from '@candor/contract/calls/limits';
import type { LimitsBody } from '@candor/contract/limits';
import { newKey } from '@candor/api-client/new-key';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

export function useLimits() {
  return useQuery({
    queryKey: queryKeys.ownLimits,
    queryFn: ({ signal }) => call(readOwnLimits, { signal }),
  });
}

/** Changes what the member decided. The answer is the new state. */
export function useChangeLimits() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey = newKey() }: { body: LimitsBody; idempotencyKey?: string }) =>
      call(changeOwnLimits, { body, idempotencyKey }),
    onSuccess: (view) => cache.setQueryData(queryKeys.ownLimits, view),
  });
}
