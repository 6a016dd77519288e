/*
 * The member's one-tap choice on this device. Kept per account after a logout, like the risk notice: another member who
 * signs in here has their own choice, which is off.
 */

import { useEffect } from 'react';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { session, useSession } from '../session/session.ts';
import { OFF, readOneTap } from './one-tap-rules.ts';
import type { OneTap } from './one-tap-rules.ts';

function keyOf(account: string) {
  return `one-tap:${account}`;
}

type Held = { readonly account: string; readonly choice: OneTap };
const held = observable<Held | null>(null);

/** The choice of the signed-in member; off until it is read. */
export function useOneTap(): OneTap {
  const account = useSession((state) => state.name);
  const known = useObservable(held);
  useEffect(() => void readChoice(account), [account]);
  return known?.account === account ? known.choice : OFF;
}

export function changeOneTap(account: string, choice: OneTap): void {
  held.set({ account, choice });
  tryWriteKept(keyOf(account), choice);
}

async function readChoice(account: string): Promise<void> {
  if (account === '' || held.get()?.account === account) return;
  const choice = readOneTap(await readKept(keyOf(account)));
  // Meanwhile the choice may have changed, or another member may have signed in.
  if (held.get()?.account !== account && session.state.get().name === account) held.set({ account, choice });
}
