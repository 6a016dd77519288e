#!/usr/bin/env node
/** `candor-audit SITE`: follows all public data of a site and settles every order of its list again. */
const NODE_MAJOR_MIN = 24;
const EXIT_USAGE = 64;

if (Number(process.versions.node.split('.')[0]) < NODE_MAJOR_MIN) {
  process.stderr.write(`candor-audit needs Node ${NODE_MAJOR_MIN} or newer; this is ${process.version}.\n`);
  process.exitCode = EXIT_USAGE;
} else {
  const { runAudit } = await import('./audit/run-audit.ts');
  process.exitCode = await runAudit(process.argv.slice(2));
}
