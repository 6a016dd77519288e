/**
 * Sends the newest head of the order log to the witnesses that the operator lists (C2SP tlog-witness). Each witness has its
 * own job, with its own pauses: one that is slow or gone keeps nothing else waiting. It never blocks orders or prices.
 */
import type { Pool } from '../../platform/db/pool.ts';
import { repeat } from '../../platform/jobs/repeat.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ListedWitness } from '../../services/order-log/read-witnesses.ts';
import { EVERY_MS, sendHead } from './send-head.ts';
import type { SendDeps, Turn } from './send-head.ts';

export interface WitnessingDeps extends Omit<SendDeps, 'signal' | 'pool'> {
  /** Of its own: no other work waits for a connection. */
  readonly pool: Pool;
  readonly witnesses: readonly ListedWitness[];
  readonly log: Log;
  /** Told of every turn but those of other machines. */
  readonly onTurn?: (witness: string, turn: Turn) => void;
}

const PAUSE_MS_MAX = 15 * 60_000;

export function startWitnessing(deps: WitnessingDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const jobs = deps.witnesses.map((witness) =>
    repeat(
      `witness ${witness.key.name}`,
      EVERY_MS,
      deps.log,
      createWitnessTurn({ ...deps, signal: stopping.signal }, witness),
    ),
  );
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(jobs.map(async (job) => await job.stop()));
    },
  };
}

/** One witness: its pauses, which grow while it does not cosign, and what was said of it already. */
export function createWitnessTurn(
  deps: WitnessingDeps & Pick<SendDeps, 'signal'>,
  witness: ListedWitness,
  nowMs: () => number = () => performance.now(),
): () => Promise<void> {
  let failures = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  let said = '';
  const { name } = witness.key;
  return async () => {
    if (nowMs() < pausedUntilMs) return;
    const turn = await sendHead(deps, witness);
    if (turn.kind === 'rested') return;
    deps.onTurn?.(name, turn);
    if (turn.kind === 'fresh') return;
    const isCosigned = turn.kind === 'cosigned';
    failures = isCosigned ? 0 : failures + 1;
    if (!isCosigned) pausedUntilMs = nowMs() + Math.min(EVERY_MS * 2 ** (failures - 1), PAUSE_MS_MAX);
    const words = isCosigned ? '' : turn.kind === 'refused' ? turn.refusal : turn.kind;
    if (words !== said) tell(deps.log, name, turn);
    said = words;
  };
}

/** Once for each change of what a witness says. */
function tell(log: Log, witness: string, turn: Turn): void {
  if (turn.kind === 'refused')
    log.error({ witness, refusal: turn.refusal, size: turn.size }, 'A WITNESS REFUSES THE HEAD OF THE ORDER LOG');
  else if (turn.kind === 'failed')
    log.warn({ witness, reason: turn.reason }, 'a witness did not cosign the head of the order log');
  else if (turn.kind === 'cosigned') log.info({ witness, size: turn.size }, 'a witness cosigns the order log again');
}
