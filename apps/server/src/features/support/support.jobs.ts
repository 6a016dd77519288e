import { createBackoff } from '../../platform/jobs/backoff.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import { checkDoubts } from './check-doubts.ts';
import type { CheckDeps, Checked } from './check-doubts.ts';

const SWEEP_MS = 1_000;

/** The automatic check of doubts, in the worker role: it answers within about a second. */
export function startDoubtChecks(deps: CheckDeps, onChecked: (checked: Checked) => void): Repeat {
  const backoff = createBackoff<bigint>();
  const worker = repeat('doubt-checks', SWEEP_MS, deps.log, async () => {
    const checked = await checkDoubts(deps, backoff.ids());
    for (const doubt of checked.troubled) backoff.delay(doubt);
    if (checked.written > 0) {
      onChecked(checked);
      worker.wake();
    }
  });
  return worker;
}
