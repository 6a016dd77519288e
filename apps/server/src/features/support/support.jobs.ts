import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import { checkDoubts } from './check-doubts.ts';
import type { CheckDeps, Checked } from './check-doubts.ts';

const SWEEP_MS = 1_000;
/** A doubt that cannot be checked must not fill the log, or block others. */
const TROUBLE_REST_MS = 60_000;

/** The automatic check of doubts, in the worker role: it answers within about a second. */
export function startDoubtChecks(deps: CheckDeps, onChecked: (checked: Checked) => void): Repeat {
  const restingUntil = new Map<bigint, number>();
  const worker = repeat('doubt-checks', SWEEP_MS, deps.log, async () => {
    const now = performance.now();
    for (const [doubt, until] of restingUntil) if (until <= now) restingUntil.delete(doubt);
    const checked = await checkDoubts(deps, [...restingUntil.keys()]);
    for (const doubt of checked.troubled) restingUntil.set(doubt, now + TROUBLE_REST_MS);
    if (checked.written > 0) {
      onChecked(checked);
      worker.wake();
    }
  });
  return worker;
}
