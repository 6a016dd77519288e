/* Exchanges are asked for a symbol before it is proposed: what was asked, and what each answered. */

import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { newKey } from '@candor/api-client/new-key';
import { readSourceTrial, trySources } from '@candor/contract/calls/console/source-trials';
import type { SourceTrialBody, SourceTrialResult, SourceTrialView } from '@candor/contract/console-source-trials';
import type { Exchange, Listing } from '@candor/contract/market';
import { EXCHANGES } from '@candor/contract/market';
import { call } from '../../services/api/request.ts';

/** Answers by exchange and symbol: another symbol was not tried. */
export type Tried = Readonly<Record<string, SourceTrialResult>>;

export function answerOf(tried: Tried, exchange: Exchange, symbol: string | undefined): SourceTrialResult | undefined {
  return symbol === undefined ? undefined : tried[`${exchange} ${symbol}`];
}

/** The exchanges that come, or come with another symbol, and are not known to have it. */
export function untriedOf(had: Listing, has: Listing, tried: Tried): Exchange[] {
  return EXCHANGES.filter((exchange) => {
    const symbol = has[exchange];
    if (symbol === undefined || had[exchange] === symbol) return false;
    const outcome = answerOf(tried, exchange, symbol)?.outcome;
    return outcome !== 'PRICED' && outcome !== 'QUIET';
  });
}

const LOOK_MS = 1_000;
const LOOKS_MAX = 30;

/** Nobody answered in time. */
class Unanswered extends Error {}

async function answered({ category, sources }: SourceTrialBody): Promise<SourceTrialView> {
  let trial = await call(trySources, { body: { category, sources }, idempotencyKey: newKey() });
  for (let look = 0; trial.answers === null && look < LOOKS_MAX; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    trial = await call(readSourceTrial, { params: { id: trial.id } });
  }
  if (trial.answers === null) throw new Unanswered();
  return trial;
}

export function useSourceTrial() {
  const [tried, setTried] = useState<Tried>({});
  const trying = useMutation({
    mutationFn: answered,
    onSuccess: ({ sources, answers }) =>
      setTried((before) => ({
        ...before,
        ...Object.fromEntries(
          EXCHANGES.flatMap((exchange) => {
            const answer = answers?.[exchange];
            return answer === undefined ? [] : [[`${exchange} ${sources[exchange]}`, answer] as const];
          }),
        ),
      })),
  });
  return {
    tried,
    isTrying: trying.isPending,
    isUnanswered: trying.error instanceof Unanswered,
    error: trying.error instanceof Unanswered ? null : trying.error,
    start: (asked: SourceTrialBody) => trying.mutate(asked),
  };
}
