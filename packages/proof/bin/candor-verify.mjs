#!/usr/bin/env node
/** `candor-verify receipt.json`: checks the receipt of an order, offline. This file runs on any Node that knows modules. */
const NODE_MAJOR_MIN = 24;
const EXIT_USAGE = 64;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(`candor-verify needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.\n`);
  process.exitCode = EXIT_USAGE;
} else {
  const { run } = await import('./run.mjs');
  process.exitCode = await run(process.argv.slice(2));
}
