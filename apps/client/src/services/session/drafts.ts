/*
 * What a member typed but did not send, in memory only. It survives going back, and an expired session where the same
 * member comes back; any other end of the session wipes it.
 */

import { useState } from 'react';
import { onSessionEnd, useSession } from './session.ts';

const drafts = new Map<string, unknown>();
let owner = '';

/** Where a member was when the session expired. */
let interruptedHash: string | null = null;

export function startDrafts(): void {
  let lastName = useSession.getState().name;
  useSession.subscribe((session) => {
    if (session.name === '') return;
    if (owner !== '' && owner !== session.name) forgetAll();
    owner = '';
    lastName = session.name;
  });
  onSessionEnd((reason) => {
    if (reason !== 'expired') {
      forgetAll();
      return;
    }
    owner = lastName;
    interruptedHash = location.hash;
  });
}

/** The address an expired session interrupted, once, and only for the member it belonged to. */
export function takeInterrupted(name: string): string | null {
  const hash = owner !== '' && owner === name ? interruptedHash : null;
  interruptedHash = null;
  return hash;
}

/** State that outlives the screen under `key`. Never for passwords. */
export function useDraft<T>(key: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (drafts.has(key) ? (drafts.get(key) as T) : initial));
  return [
    value,
    (next) => {
      drafts.set(key, next);
      setValue(next);
    },
  ];
}

export function forgetDraft(key: string): void {
  drafts.delete(key);
}

function forgetAll(): void {
  drafts.clear();
  owner = '';
  interruptedHash = null;
}
