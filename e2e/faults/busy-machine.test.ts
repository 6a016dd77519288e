import { execFileSync, fork, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { keepRunning } from '../../apps/server/src/platform/processes/keep-running.ts';
import type { KeptProcess } from '../../apps/server/src/platform/processes/keep-running.ts';
import { until } from './server-process.ts';

/*
 * A healthy process that gets no processor time is left alone, and one that hangs is found all the same. The machine is kept busy
 * on one processor alone, for a bounded time.
 */
const CHILD = fileURLToPath(new URL('beating-child.ts', import.meta.url));
/** With so many loops, and the lowest priority, a process gets less than a thousandth of a processor. */
const LOOPS = 40;
const LOOPS_SEC_MAX = 60;
const BUSY_CPU = '0';
const FREE_CPU = String(availableParallelism() - 1);

interface Kept {
  process: KeptProcess;
  starving: number;
  hung: (number | undefined)[];
  pids: number[];
}

const all: Kept[] = [];
let loops: ChildProcess | undefined;
afterEach(async () => {
  endLoops();
  await Promise.all(all.splice(0).map(async (kept) => await kept.process.stop()));
});

/** They end by themselves too, should this process be killed. */
function startLoops(): void {
  const script = `i=0; while [ $i -lt ${LOOPS} ]; do (while :; do :; done) & i=$((i+1)); done; wait`;
  loops = spawn('taskset', ['-c', BUSY_CPU, 'timeout', String(LOOPS_SEC_MAX), 'sh', '-c', script], { stdio: 'ignore' });
}

function endLoops(): void {
  if (loops?.pid === undefined) return;
  // `timeout` leads a group, in which all of them are.
  process.kill(-loops.pid, 'SIGKILL');
  loops = undefined;
}

/** @param isApart in a session of its own: Linux divides a processor among sessions first */
async function keep(isApart: boolean): Promise<Kept> {
  const kept: Kept = {
    starving: 0,
    hung: [],
    pids: [],
    process: keepRunning({
      name: 'child',
      fork: () => {
        const child = fork(CHILD, [], { execArgv: [], detached: isApart });
        kept.pids.push(child.pid ?? 0);
        return child;
      },
      onDied: () => undefined,
      onHung: ({ pid }) => kept.hung.push(pid),
      onStarving: () => (kept.starving += 1),
    }),
  };
  all.push(kept);
  await kept.process.start();
  return kept;
}

function pin(pid: number, cpu: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', cpu, String(pid)]);
}

it.runIf(process.platform === 'linux')(
  'on a busy machine nothing healthy is ended, and what hangs is',
  async () => {
    const [healthy, looping] = [await keep(false), await keep(true)];
    const [[pid = 0], [loopingPid = 0]] = [healthy.pids, looping.pids];
    startLoops();
    // On the same processor as the loops, after all of them.
    pin(pid, BUSY_CPU);
    setPriority(pid, 19);
    pin(loopingPid, FREE_CPU);
    void looping.process.metrics();
    // Older versions ended it after eight seconds without a heartbeat.
    await until(() => healthy.starving + healthy.hung.length > 0, 40_000);
    await until(() => looping.hung.length > 0, 40_000);
    expect([healthy.hung, healthy.pids, looping.hung]).toEqual([[], [pid], [loopingPid]]);
    // Now it hangs too. Linux stops a process when that gets its next turn.
    process.kill(pid, 'SIGSTOP');
    await until(() => healthy.hung.length > 0, 40_000);
    endLoops();
    await until(() => healthy.pids.length > 1 && looping.pids.length > 1, 40_000);
    expect([healthy.hung, looping.hung]).toEqual([[pid], [loopingPid]]);
  },
  150_000,
);
