/*
 * The steps of a wizard, each with a history entry of its own: the phone's back and the page's own go one step, and what
 * was typed stays, because the page does.
 */

import { useEffect, useState, useSyncExternalStore } from 'react';
import { announce, here, subscribe } from './here.ts';
import { newKey } from './history-entry.ts';
import { goDown, put } from './moves.ts';
import { rememberScroll } from './page-scroll.ts';

function stepNow(): number {
  return here.entry.step;
}

/** The step of the wizard on this page that its history entry stands for; 0 is the first. */
function useStep(): number {
  return useSyncExternalStore(subscribe, stepNow, stepNow);
}

/**
 * Moves inside a wizard: each step on is a history entry above the one before, and a step back goes down to it.
 * The page stays mounted, with everything typed.
 */
export function goToStep(step: number): void {
  const key = newKey();
  if (step === here.entry.step) return;
  rememberScroll();
  if (step > here.entry.step) {
    while (here.entry.step < step) {
      const { step: from, depth } = here.entry;
      put({ ...here.entry, key: newKey(), step: from + 1, depth: depth + 1 }, location.hash, true);
    }
  } else {
    const { entry } = here;
    const by = entry.step - step;
    goDown({ ...entry, key, step, depth: entry.depth - by, at: Math.max(0, entry.at - by) }, location.hash);
  }
  here.arrivedBack = false;
  announce();
}

/**
 * The step that is shown, and how to move. Back on the first step leaves the page.
 * @param steps in their order, never empty
 * @param start where it begins, with the steps before it below. It may change until the member has moved.
 */
export function useSteps<Step extends string>(
  steps: readonly Step[],
  start?: Step,
): readonly [Step, (step: Step) => void] {
  const at = useStep();
  const startAt = start === undefined ? 0 : Math.max(0, steps.indexOf(start));
  const [isMoved, setMoved] = useState(false);
  /** Where the page has led the history to. */
  const [led, setLed] = useState<number | null>(null);
  if (!isMoved && at === startAt && led !== startAt) setLed(startAt);
  if (!isMoved && led !== null && at !== led && at !== startAt) setMoved(true);
  // After a reload, or forward into a wizard that was left, what was typed is gone: it begins anew.
  const [reached, setReached] = useState(0);
  const isStale = isMoved && at > Math.max(reached, led ?? 0);
  const index = isMoved ? (isStale ? 0 : Math.min(at, steps.length - 1)) : startAt;
  useEffect(() => {
    if (!isMoved) goToStep(startAt);
  }, [isMoved, startAt]);
  useEffect(() => {
    if (isStale) goToStep(0);
  }, [isStale]);
  const [first] = steps;
  const step = steps[index] ?? first;
  if (step === undefined) throw new Error('a wizard needs a step');
  const go = (next: Step) => {
    const to = steps.indexOf(next);
    setMoved(true);
    setReached((before) => Math.max(before, to));
    goToStep(to);
  };
  return [step, go];
}
