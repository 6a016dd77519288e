/* What the security screen reads and writes. */

import {
  addPasskey,
  askForPasskey,
  beginTotp,
  makeRecoveryCodes,
  readFactors,
  removePasskey,
  turnOffTotp,
  turnOnTotp,
} from '@candor/contract/calls/factors';
import {
  changePassword,
  changeWithdrawPassword,
  markSecuritySeen,
  resetWithdrawPassword,
} from '@candor/contract/calls/security';
import { endOtherSessions } from '@candor/contract/calls/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../services/api/request.ts';
import { makePasskey } from '../../services/member-factor/passkeys.ts';
import { queryKeys } from '../../services/queries/query-keys.ts';
import type { PasswordKind, PasswordValues, ResetValues } from './password-forms.ts';

const CALL_OF = { password: changePassword, withdraw: changeWithdrawPassword } as const;

/** Changes a password. A wrong old one uses up a try, so the overview is read again either way. */
export function useChangePassword(kind: PasswordKind) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: PasswordValues; idempotencyKey: string }) =>
      call(CALL_OF[kind], { body, idempotencyKey }),
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
      call(resetWithdrawPassword, { body, idempotencyKey }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.security }),
  });
}

/** The member has seen the alerts up to this event. */
export function useMarkSeen() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) => call(markSecuritySeen, { body: { eventId } }),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKeys.security }),
  });
}

/** It was somebody else: all other devices are signed out. */
export function useEndOthers() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSettled: () => cache.invalidateQueries({ queryKey: ['sessions'] }),
  });
}

export function useFactors() {
  return useQuery({
    queryKey: queryKeys.factors,
    queryFn: ({ signal }) => call(readFactors, { signal }),
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
  return useMutation({ mutationFn: () => call(beginTotp) });
}

export function useTurnOnTotp() {
  return useFactorChange((code: string) => call(turnOnTotp, { body: { code } }));
}

export function useTurnOffTotp() {
  return useFactorChange(() => call(turnOffTotp));
}

/** Null when the member or the browser did not finish it. */
export function useAddPasskey() {
  return useFactorChange(async (name: string) => {
    const { options } = await call(askForPasskey);
    const passkey = await makePasskey(options);
    return passkey === null ? null : await call(addPasskey, { body: { name, passkey } });
  });
}

export function useRemovePasskey() {
  return useFactorChange((id: string) => call(removePasskey, { params: { id } }));
}

export function useMakeRecoveryCodes() {
  return useFactorChange(() => call(makeRecoveryCodes));
}
