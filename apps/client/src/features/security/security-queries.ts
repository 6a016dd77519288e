/* What the security screen reads and writes. */

import { anything } from '@candor/api-client/api';
import { PATHS } from '@candor/contract/routes';
import { securityView } from '@candor/contract/security';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../services/api/request.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import type { PasswordKind, PasswordValues, ResetValues } from './password-forms.ts';

export function useSecurity() {
  return useQuery({
    queryKey: queryKeys.security,
    queryFn: ({ signal }) => get(PATHS.security, securityView, { signal }),
  });
}

const PATH_OF = { password: PATHS.password, withdraw: PATHS.withdrawPassword } as const;

/** Changes a password. A wrong old one uses up a try, so the overview is read again either way. */
export function useChangePassword(kind: PasswordKind) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: PasswordValues; idempotencyKey: string }) =>
      post(PATH_OF[kind], body, anything, { idempotencyKey }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.security });
      void cache.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
}

/** Sets a new withdraw password with a code. */
export function useResetWithdrawPassword() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: ResetValues; idempotencyKey: string }) =>
      post(PATHS.withdrawPasswordReset, body, anything, { idempotencyKey }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.security }),
  });
}
