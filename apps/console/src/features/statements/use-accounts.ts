import { useQuery } from '@tanstack/react-query';
import { listStatementAccounts } from '@candor/contract/calls/console/statements';
import type { StatementAccountsView } from '@candor/contract/console-statements';
import { call } from '../../services/api/request.ts';

export const ACCOUNTS_KEY = ['queue', listStatementAccounts.path] as const;

/** The accounts, and the channels that one may have; undefined until they are read. */
export function useAccounts(): StatementAccountsView | undefined {
  return useQuery({
    queryKey: ACCOUNTS_KEY,
    queryFn: async ({ signal }) => await call(listStatementAccounts, { signal }),
  }).data;
}
