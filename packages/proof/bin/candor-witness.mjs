#!/usr/bin/env node
/** `candor-witness`: cosigns the order log of sites, so that no site can show two histories. */
const NODE_MAJOR_MIN = 24;
const EXIT_USAGE = 64;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(`candor-witness needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.\n`);
  process.exitCode = EXIT_USAGE;
} else {
  const { runWitness } = await import('./witness/run-witness.ts');
  process.exitCode = await runWitness(process.argv.slice(2));
}
