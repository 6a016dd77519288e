import type { SiteStateView } from '@candor/contract/console-site-state';

type Process = SiteStateView['processes'][number];

/** A process says every ten seconds that it is there. */
const SILENT_MS = 45_000;
/** A rolling update starts the new one before it ends the old one. */
const OVERLAP_MS = 60_000;

export type ProcessState = 'there' | 'silent' | 'replaced';

/** A silent process of whose role another one was started when it ended is not missed: it was replaced. */
export function stateOf(process: Process, all: readonly Process[], nowMs: number): ProcessState {
  const seenMs = Date.parse(process.seenAt);
  if (nowMs - seenMs <= SILENT_MS) return 'there';
  const isReplaced = all.some(
    ({ role, startedAt, seenAt }) =>
      role === process.role && nowMs - Date.parse(seenAt) <= SILENT_MS && Date.parse(startedAt) > seenMs - OVERLAP_MS,
  );
  return isReplaced ? 'replaced' : 'silent';
}
