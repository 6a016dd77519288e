/**
 * `npm run soak [-- orders [runs]]`: audits an honest site with simulated prices again and again while members place orders
 * all the time. It starts its own site for each run, ends it, and fails with the first finding. A run ends after 15 minutes.
 */
import { startServer } from './support/server.ts';
import { soakAudit } from './support/soak-audit.ts';

/** A member has one order at a time. */
const MEMBERS = 60;
const MS_MAX = 900_000;

const [orders = 1_000, runs = 3] = process.argv.slice(2).map(Number);
if (![orders, runs].every((count) => Number.isSafeInteger(count) && count > 0))
  throw new Error('Usage: npm run soak -- [orders [runs]]');
for (let run = 1; run <= runs; run += 1) {
  const server = await startServer({ FEED: 'simulated' });
  try {
    const startedMs = performance.now();
    const { placed, audits, findings, waited, last } = await soakAudit(server.origin, {
      orders,
      members: MEMBERS,
      pauseMs: 1_000,
      msMax: MS_MAX,
    });
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    console.log(
      `run ${run}: ${placed} orders, ${audits} audits, ${seconds} s: ${findings.length} findings; ${waited} times an order waited; ` +
        `at the end ${last.right} right, ${last.wrong} wrong, ${last.unseen} unseen, ${last.waiting} waiting`,
    );
    for (const finding of findings) console.log(`  ${finding}`);
    if (findings.length > 0 || placed < orders || last.right + last.unseen < placed || last.waiting > 0)
      process.exitCode = 1;
  } finally {
    await server.stop();
  }
}
