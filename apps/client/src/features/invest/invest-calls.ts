/*
 * Calls that move money into projects and savings and back, as they are written down before they are sent. No body is
 * kept: it may hold the withdraw password. After a reload a purchase is looked up by its key; of the others the screens
 * show what became of them.
 */

import { listHoldings } from '@candor/contract/calls/invest';
import { useEffect, useState } from 'react';
import { createKeptIntents } from '@candor/api-client/kept-intents';
import type { HoldingView } from '@candor/contract/invest';
import { keptStore } from '../../lib/kept-store.ts';
import { api } from '../../services/api/request.ts';
import { readKeptCall, resumeKept } from '../../services/calls/kept-calls.ts';
import type { KeptCall } from '../../services/calls/kept-calls.ts';
import { IN_FLIGHT_MS_MAX } from '../../services/calls/send-until-decided.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useSession } from '../../services/session/session.ts';

const CALLS = ['buy', 'redeem', 'rollOver', 'savings', 'auto'] as const;

export type InvestIntent = KeptCall<(typeof CALLS)[number]>;

export const investIntents = createKeptIntents(keptStore, 'invest-intents', readInvestIntent);

/** The intent in a stored value; null for anything else. */
export function readInvestIntent(entry: unknown): InvestIntent | null {
  return readKeptCall(CALLS, entry);
}

type Lookup = {
  intents: Pick<typeof investIntents, 'of' | 'drop'>;
  /** The holding that was bought under a key. */
  find: (key: string) => Promise<HoldingView | undefined>;
  nowMs: () => number;
};

const LOOKUP: Lookup = {
  intents: investIntents,
  nowMs: serverNow,
  find: async (key) => (await api.call(listHoldings, { query: { key } })).items[0],
};

/** `isOpen`: it may still come. `isLost`: it never arrived, and no money was moved. */
type ResumedPurchase = { found: HoldingView | null; isOpen: boolean; isLost: boolean };

/** Looks up what an earlier visit left undecided. */
export async function resumePurchases(
  account: string,
  { intents, find, nowMs }: Lookup = LOOKUP,
): Promise<ResumedPurchase> {
  const seen: { found: HoldingView | null; isLost: boolean } = { found: null, isLost: false };
  const { isOpen } = await resumeKept(
    account,
    intents,
    async ({ call, key, madeAtMs }) => {
      if (call !== 'buy') return true;
      const canStillCome = nowMs() - madeAtMs <= IN_FLIGHT_MS_MAX;
      const bought = await find(key);
      seen.found = bought ?? seen.found;
      seen.isLost ||= bought === undefined && !canStillCome;
      return bought !== undefined || !canStillCome;
    },
    nowMs,
  );
  return { ...seen, isOpen };
}

const LOOK_EVERY_MS = 5_000;

/** The purchase of an earlier visit: looked up until it is decided. */
export function useResumedPurchase(): ResumedPurchase {
  const account = useSession((session) => session.name);
  const [state, setState] = useState<ResumedPurchase>({ found: null, isOpen: false, isLost: false });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const look = async () => {
      const next = await resumePurchases(account);
      if (isLeft) return;
      setState(({ found, isLost }) => ({ ...next, found: next.found ?? found, isLost: next.isLost || isLost }));
      if (next.isOpen) timer = setTimeout(() => void look(), LOOK_EVERY_MS);
    };
    void look();
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [account]);
  return state;
}
