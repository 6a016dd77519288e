/*
 * The steps of a wizard, each with a history entry of its own: the phone's back and the page's own go one step, and what
 * was typed stays, because the page does.
 */

import { useEffect, useState } from 'react';
import { goToStep, useStep } from './location.ts';

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
