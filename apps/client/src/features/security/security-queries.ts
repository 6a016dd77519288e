/* What the security screen reads and writes. */

import { anything } from '@candor/api-client/api';
import { PATHS } from '@candor/contract/routes';
import { creationOptionsView, factorsView, recoveryCodesView, totpSecretView } from '@candor/contract/factors';
import { sessionsEndedView } from '@candor/contract/identity';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { del, get, post, put } from '../../services/api/request.ts';
import { makePasskey } from '../../services/member-factor/passkeys.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import type { PasswordKind, PasswordValues, ResetValues } from './password-forms.ts';

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

/** The member has seen the alerts up to this event. */
export function useMarkSeen() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) => post(PATHS.securitySeen, { eventId }, anything),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.security }),
  });
}

/** It was somebody else: all other devices are signed out. */
export function useEndOthers() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => del(PATHS.sessions, sessionsEndedView),
    onSettled: () => cache.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

export function useFactors() {
  return useQuery({
    queryKey: queryKeys.factors,
    queryFn: ({ signal }) => get(PATHS.factors, factorsView, { signal }),
  });
}

/** A change of the second factor: both screens about security are read again, whatever became of it. */
function useFactorChange<Answer, Input = void>(change: (input: Input) => Promise<Answer>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.factors });
      void cache.invalidateQueries({ queryKey: queryKeys.security });
    },
  });
}

/** A fresh secret. It counts once a code of it was sent. */
export function useBeginTotp() {
  return useMutation({ mutationFn: () => post(PATHS.totp, undefined, totpSecretView) });
}

export function useTurnOnTotp() {
  return useFactorChange((code: string) => put(PATHS.totp, { code }, recoveryCodesView));
}

export function useTurnOffTotp() {
  return useFactorChange(() => del(PATHS.totp, anything));
}

/** Null when the member or the browser did not finish it. */
export function useAddPasskey() {
  return useFactorChange(async (name: string) => {
    const { options } = await post(PATHS.passkeyOptions, undefined, creationOptionsView);
    const passkey = await makePasskey(options);
    return passkey === null ? null : await post(PATHS.passkeys, { name, passkey }, recoveryCodesView);
  });
}

export function useRemovePasskey() {
  return useFactorChange((id: string) => del(PATHS.passkey(id), anything));
}

export function useMakeRecoveryCodes() {
  return useFactorChange(() => post(PATHS.recoveryCodes, undefined, recoveryCodesView));
}
