/*
 * The operator's session. It lives in this tab alone: what runs in another tab of the same address, such as the member
 * client, cannot read it, and closing the tab ends it here.
 */

import { observable } from '@candor/api-client/observable';
import { OPERATOR_STAGES } from '@candor/contract/console';
import type { OperatorStage } from '@candor/contract/console';
import { useObservable } from '../../lib/observable.ts';

export type OperatorSession = { token: string; stage: OperatorStage };

const KEY = 'candor-console';

const session = observable<OperatorSession | null>(storedSession());
/** Whether the last session ended without the operator asking for it. */
const expired = observable(false);

export function currentToken(): string | null {
  return session.get()?.token ?? null;
}

export function useSession(): OperatorSession | null {
  return useObservable(session);
}

export function useExpired(): boolean {
  return useObservable(expired);
}

export function beginSession(fresh: OperatorSession): void {
  store(JSON.stringify(fresh));
  expired.set(false);
  session.set(fresh);
}

export function endSession(reason: 'logout' | 'expired'): void {
  if (session.get() === null) return;
  store(null);
  expired.set(reason === 'expired');
  session.set(null);
}

/** @param listener called whenever the session ends or another begins */
export function onSessionChange(listener: () => void): void {
  session.subscribe(listener);
}

function store(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, text);
  } catch {
    // Refused: the session is valid until the page is reloaded.
  }
}

function storedSession(): OperatorSession | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return null;
    const { token, stage }: Record<string, unknown> = { ...stored };
    const known = OPERATOR_STAGES.find((name) => name === stage);
    return typeof token === 'string' && known !== undefined ? { token, stage: known } : null;
  } catch {
    return null;
  }
}
