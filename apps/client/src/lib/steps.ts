/*
 * The steps of a wizard, each with a history entry of its own: the phone's back and the page's own go one step, and what
 * was typed stays, because the page does.
 */

import { useEffect, useState, useSyncExternalStore } from 'react';
import { announce, here, subscribe } from './here.ts';
import { newKey } from './history-entry.ts';
import { goDown, put } from './moves.ts';

/** The step of the wizard on this page that its history entry stands for; 0 is the first. */
function useStep(): number {
  return useSyncExternalStore(subscribe, () => here.entry.step);
}

/**
 * Moves inside a wizard: each step on is a history entry above the one before, and a step back goes down to it.
 * The page stays mounted, with everything typed.
 */
export function goToStep(step: number): void {
  const key = newKey();
  if (step === here.entry.step) return;
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
 */
export function useSteps<Step extends string>(steps: readonly Step[]): readonly [Step, (step: Step) => void] {
  const at = useStep();
  // After a reload, or forward into a wizard that was left, what was typed is gone: it begins anew.
  const [reached, setReached] = useState(0);
  const isStale = at > reached;
  const index = isStale ? 0 : Math.min(at, steps.length - 1);
  useEffect(() => {
    if (isStale) goToStep(0);
  }, [isStale]);
  const [first] = steps;
  const step = steps[index] ?? first;
  if (step === undefined) throw new Error('a wizard needs a step');
  const go = (next: Step) => {
    const to = steps.indexOf(next);
    setReached((before) => Math.max(before, to));
    goToStep(to);
  };
  return [step, go];
}
