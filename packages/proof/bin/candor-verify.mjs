#!/usr/bin/env node
/** `candor-verify receipt.json`: checks an order's receipt, offline. Runs on any Node that supports modules. */
const NODE_MAJOR_MIN = 24;
const EXIT_USAGE = 64;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(`candor-verify needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.\n`);
  process.exitCode = EXIT_USAGE;
} else {
  const { run } = await import('./run.mjs');
  process.exitCode = await run(process.argv.slice(2));
}
