/* Apart from shared-queries.ts: the rules of passwords come with it, and the first screens need none of them. */

import { readSecurity } from '@candor/contract/calls/security';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/request.ts';
import { queryKeys } from './query-keys.ts';

/** What guards the account, and what has happened to it. */
export function useSecurity() {
  return useQuery({
    queryKey: queryKeys.security,
    queryFn: ({ signal }) => call(readSecurity, { signal }),
  });
}
