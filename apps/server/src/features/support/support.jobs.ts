import { createBackoff } from '../../platform/jobs/backoff.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Repeat } from '../../platform/jobs/repeat.ts';
import { checkDisputes } from './check-disputes.ts';
import type { CheckDeps, Checked } from './check-disputes.ts';

const SWEEP_MS = 1_000;

/** The automatic check of disputes, in the worker role: it answers within about a second. */
export function startDisputeChecks(deps: CheckDeps, onChecked: (checked: Checked) => void): Repeat {
  const backoff = createBackoff<bigint>();
  const worker = repeat('dispute-checks', SWEEP_MS, deps.log, async () => {
    const checked = await checkDisputes(deps, backoff.ids());
    for (const dispute of checked.troubled) backoff.delay(dispute);
    if (checked.written > 0) {
      onChecked(checked);
      worker.wake();
    }
  });
  return worker;
}
