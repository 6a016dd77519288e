import { linkToParent } from '../../apps/server/src/platform/processes/parent-link.ts';

/*
 * A process as keep-running.ts keeps them: it sends its heartbeats and has a little to do. When it is asked for its metrics, it
 * loops for ever.
 */
const WORK_MS = 20;
setInterval(() => {
  const before = process.cpuUsage().user;
  while (process.cpuUsage().user - before < WORK_MS * 1_000);
}, 200);
process.on('disconnect', () => process.exit(1));
const parent = linkToParent({
  onStop: () => process.exit(0),
  metrics: () => {
    for (;;);
  },
});
parent.ready(undefined);
