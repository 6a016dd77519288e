/* Apart from shared-queries.ts: the rules of passwords come with it, and the first screens need none of them. */

import { PATHS } from '@candor/contract/routes';
import { securityView } from '@candor/contract/security';
import { useQuery } from '@tanstack/react-query';
import { get } from '../api/request.ts';
import { queryKeys } from './query-keys.ts';

/** What guards the account, and what has happened to it. */
export function useSecurity() {
  return useQuery({
    queryKey: queryKeys.security,
    queryFn: ({ signal }) => get(PATHS.security, securityView, { signal }),
  });
}
