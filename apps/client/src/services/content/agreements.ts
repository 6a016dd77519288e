/* What the member agreed to, and what they are asked to agree to. */

import { agree, readAgreements } from '@candor/contract/calls/content';
import type { AgreementsView } from '@candor/contract/content';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/request.ts';
import { queryKeys } from '../queries/query-keys.ts';

export type Agreement = AgreementsView['items'][number];

const HOUR_MS = 3_600_000;

export function useAgreements({ enabled = true }: { enabled?: boolean } = {}) {
  return useQuery({
    queryKey: queryKeys.agreements,
    queryFn: ({ signal }) => call(readAgreements, { signal }),
    // A new version of an agreement is rare, and asks again at the next visit anyway.
    staleTime: HOUR_MS,
    enabled,
  });
}

/** Agrees to the versions that were shown, one after the other. */
export function useAgree() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (items: readonly Pick<Agreement, 'slug' | 'version'>[]) => {
      for (const { slug, version } of items) await call(agree, { body: { slug, version } });
    },
    // Also after a refusal: a newer version may hold by now.
    onSettled: async () => await cache.invalidateQueries({ queryKey: queryKeys.agreements }),
  });
}
