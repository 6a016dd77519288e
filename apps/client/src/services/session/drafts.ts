/*
 * What a visitor typed but did not send, in memory only: it survives going back and is deleted when a session ends.
 * Text typed on a signed-in screen needs no draft: an expired session keeps the whole screen (interruption.ts).
 */

import { observable } from '@candor/api-client/observable';
import type { Observable } from '@candor/api-client/observable';
import { onSessionEnd } from './session.ts';

const wipes: (() => void)[] = [];

export function startDrafts(): void {
  onSessionEnd(() => {
    for (const wipe of wipes) wipe();
  });
}

/** State that survives its screen; made once per form, at the top of its file. Never for passwords. */
export function draft<T>(empty: T): Observable<T> {
  const kept = observable(empty);
  wipes.push(() => kept.set(empty));
  return kept;
}
