import { floodReads } from '../../e2e/faults/read-flood.ts';
import type { Flood } from '../../e2e/faults/read-flood.ts';

/** Readers in a process of their own: each message is a flood, each answer what came of it. */
process.on('message', (flood: Flood) => {
  void floodReads(flood).then((answers) => process.send?.(answers));
});
process.send?.('ready');
