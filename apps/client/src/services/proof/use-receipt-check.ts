/* One check of a receipt at a time: started by the member, and repeated quietly while the verdict is not final. */

import { useCallback, useEffect, useRef, useState } from 'react';
import type { OrderView } from '@candor/contract/trading';
import type { CheckedReceipt } from './check-receipt.ts';
import type { StepReport } from './check-steps.ts';
import type { ReceiptFigures } from './receipt-file.ts';

/** Long enough to follow by eye; the check itself takes a few milliseconds. */
const STEP_SHOWN_MS = 120;
/** Checkpoints come once a minute. */
const AGAIN_AFTER_MS = 20_000;

export type ReceiptCheck =
  | { at: 'idle' }
  | { at: 'running'; reports: readonly StepReport[]; figures: ReceiptFigures | null }
  | { at: 'checked'; result: CheckedReceipt }
  | { at: 'failed'; error: unknown };

/** @param stepMs how long each step is shown */
export function useReceiptCheck(order: OrderView, stepMs = STEP_SHOWN_MS): { check: ReceiptCheck; start: () => void } {
  const [check, setCheck] = useState<ReceiptCheck>({ at: 'idle' });
  const run = useRef(0);
  useEffect(() => () => void (run.current += 1), []);

  const start = useCallback(() => {
    run.current += 1;
    const mine = run.current;
    const update = (next: ReceiptCheck) => void (run.current === mine && setCheck(next));
    update({ at: 'running', reports: [], figures: null });
    const show = (reports: readonly StepReport[], figures: ReceiptFigures) => {
      update({ at: 'running', reports, figures });
      return new Promise<void>((resolve) => setTimeout(resolve, stepMs));
    };
    checkNow(order, show).then(update, (error: unknown) => update({ at: 'failed', error }));
  }, [order, stepMs]);

  useLaterCheck(order, check, setCheck);
  return { check, start };
}

/** A verdict that waits for the close or the next checkpoint becomes final without a press; only its end is shown. */
function useLaterCheck(order: OrderView, check: ReceiptCheck, setCheck: (check: ReceiptCheck) => void): void {
  const isWaiting = check.at === 'checked' && check.result.verdict === 'provisional';
  const isOpen = order.status === 'open';
  useEffect(() => {
    if (!isWaiting || isOpen) return;
    let left = false;
    const checkLater = async () => {
      // A check that fails now does not remove the earlier verdict.
      const next = await checkNow(order, async () => undefined).catch(() => null);
      if (!left && next?.at === 'checked') setCheck(next);
    };
    const timer = setInterval(() => void checkLater(), AGAIN_AFTER_MS);
    return () => {
      left = true;
      clearInterval(timer);
    };
  }, [isWaiting, isOpen, order, setCheck]);
}

type Show = (reports: readonly StepReport[], figures: ReceiptFigures) => Promise<void>;

async function checkNow(order: OrderView, show: Show): Promise<ReceiptCheck> {
  const { checkReceipt } = await import('./check-receipt.ts');
  return { at: 'checked', result: await checkReceipt(order, show) };
}
