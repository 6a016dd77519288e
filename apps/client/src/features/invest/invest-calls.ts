/*
 * Calls that move money into projects and savings and back, as they are written down before they are sent. No body is
 * kept: it may hold the withdraw password. After a reload a purchase is looked up by its key; of the others the screens
 * show what became of them.
 */

import { listHoldings } from '@candor/contract/calls/invest';
import { useEffect, useState } from 'react';
import { createKeptIntents } from '@candor/api-client/kept-intents';
import type { KeptIntent } from '@candor/api-client/kept-intents';
import { newKey } from '@candor/api-client/new-key';
import type { HoldingView } from '@candor/contract/invest';
import { keptStore } from '../../lib/kept-store.ts';
import { api } from '../../services/api/request.ts';
import { IN_FLIGHT_MS_MAX, isUndecided, pause, sendUntilDecided } from '../../services/calls/send-until-decided.ts';
import { serverNow } from '../../services/live/server-clock.ts';
import { useSession } from '../../services/session/session.ts';

const CALLS = ['buy', 'redeem', 'rollOver', 'savings', 'auto'] as const;
type InvestCall = (typeof CALLS)[number];

export type InvestIntent = KeptIntent & { readonly call: InvestCall };

const investIntents = createKeptIntents(keptStore, 'invest-intents', readInvestIntent);

/** The intent in a stored value; null for anything else. */
export function readInvestIntent(entry: unknown): InvestIntent | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { key, account, madeAtMs, call }: Record<string, unknown> = { ...entry };
  const known = CALLS.find((name) => name === call);
  if (known === undefined || typeof key !== 'string' || typeof account !== 'string') return null;
  return typeof madeAtMs === 'number' ? { key, account, madeAtMs, call: known } : null;
}

/**
 * Runs the screen's calls. `isChecking`: an answer was lost, and the call is being looked up; the member must neither
 * repeat it nor think that it failed.
 */
export function useInvestCall() {
  const account = useSession((session) => session.name);
  const [isChecking, setIsChecking] = useState(false);
  return {
    isChecking,
    async run<Answer>(this: void, call: InvestCall, send: (key: string) => Promise<Answer>): Promise<Answer> {
      const intent: InvestIntent = { call, account, key: newKey(), madeAtMs: serverNow() };
      try {
        return await sendUntilDecided(intent, send, () => setIsChecking(true), { intents: investIntents, pause });
      } finally {
        setIsChecking(false);
      }
    },
  };
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
  let found: HoldingView | null = null;
  let isOpen = false;
  let isLost = false;
  for (const { call, key, madeAtMs } of account === '' ? [] : await intents.of(account, nowMs())) {
    const canStillCome = nowMs() - madeAtMs <= IN_FLIGHT_MS_MAX;
    try {
      const bought = call === 'buy' ? await find(key) : undefined;
      found = bought ?? found;
      if (bought !== undefined || call !== 'buy' || !canStillCome) await intents.drop(key);
      else isOpen = true;
      isLost ||= call === 'buy' && bought === undefined && !canStillCome;
    } catch (error) {
      if (isUndecided(error, true)) isOpen = true;
      else await intents.drop(key);
    }
  }
  return { found, isOpen, isLost };
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
