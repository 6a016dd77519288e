import { floodReads } from '../../e2e/faults/read-flood.ts';
import type { Flood } from '../../e2e/faults/read-flood.ts';

/** Readers in their own process: each message starts a flood, and the answer is its result. */
process.on('message', (flood: Flood) => {
  void floodReads(flood).then((answers) => process.send?.(answers));
});
process.send?.('ready');
