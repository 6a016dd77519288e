/*
 * A choice that belongs to one member on one device: it stays after a logout, and another member who signs in here has
 * their own. For what is not worth a row in the database: sizes of panes, the last product, the layout of the charts.
 */

import { useEffect } from 'react';
import { observable } from '@candor/api-client/observable';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { useObservable } from '../../lib/observable.ts';
import { session, useSession } from './session.ts';

export type AccountChoice<T> = {
  /** The choice of the signed-in member; null until it is read. The compiler knows hooks by such a name. */
  useChoice: () => T | null;
  /** Changes the choice of the signed-in member. The change starts from what is shown now. */
  change: (next: (now: T) => T) => void;
};

/**
 * @param name the key on the device, before the account's name
 * @param read takes the valid parts of a stored value; `undefined` gives the default
 */
export function createAccountChoice<T>(name: string, read: (kept: unknown) => T): AccountChoice<T> {
  type Held = { readonly account: string; readonly choice: T };
  const held = observable<Held | null>(null);

  function current(account: string): Held | null {
    const known = held.get();
    return known?.account === account ? known : null;
  }

  async function load(account: string): Promise<void> {
    if (account === '' || current(account) !== null) return;
    const choice = read(await readKept(`${name}:${account}`));
    // Meanwhile the choice may have changed, or another member may have signed in.
    if (current(account) === null && session.state.get().name === account) held.set({ account, choice });
  }

  return {
    useChoice() {
      const account = useSession((state) => state.name);
      useObservable(held);
      useEffect(() => void load(account), [account]);
      return current(account)?.choice ?? null;
    },
    change(next) {
      const account = session.state.get().name;
      // Until the profile is read nobody knows whose choice this is.
      if (account === '') return;
      const choice = next(current(account)?.choice ?? read(undefined));
      held.set({ account, choice });
      tryWriteKept(`${name}:${account}`, choice);
    },
  };
}
