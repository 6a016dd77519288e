/* What the screen of own limits reads and changes. */

import { limitsView } from '@candor/contract/limits';
import type { LimitsBody } from '@candor/contract/limits';
import { PATHS } from '@candor/contract/routes';
import { newKey } from '@candor/api-client/new-key';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, put } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';

export function useLimits() {
  return useQuery({
    queryKey: queryKeys.ownLimits,
    queryFn: ({ signal }) => get(PATHS.ownLimits, limitsView, { signal }),
  });
}

/** Changes what the member decided. The answer is the new state. */
export function useChangeLimits() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey = newKey() }: { body: LimitsBody; idempotencyKey?: string }) =>
      put(PATHS.ownLimits, body, limitsView, { idempotencyKey }),
    onSuccess: (view) => cache.setQueryData(queryKeys.ownLimits, view),
  });
}
