import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditOpened } from '../testing/audit-opened.ts';
import { startOpenedSite } from '../testing/opened-site.ts';
import type { OpenedSite } from '../testing/opened-site.ts';
import { PRODUCT } from '../testing/public-site.ts';
import type { AuditState } from './audit-state.ts';

/** Ways to keep what the log has from being compared: each was one that nobody saw. */

let shown: OpenedSite;

beforeEach(async () => {
  shown = await startOpenedSite();
  await shown.live(200, [
    { entry: 10, durationSec: 10, direction: 'up' },
    { entry: 20, durationSec: 10, direction: 'down' },
    { entry: 30, durationSec: 10, direction: 'up' },
  ]);
});
afterEach(async () => await shown.site.close());

async function findings(state: AuditState): Promise<string[]> {
  return (await auditOpened(shown, state)).findings.map(({ key, where }) => `${key}: ${where}`);
}

describe('invented figures', () => {
  it('are seen though the openings always end before the head', async () => {
    const honest = shown.figures;
    shown.figures = (figures) => {
      const counts = { orders: 900, won: 900, lost: 0, tied: 0, voided: 0, voidReasons: {}, winRate: '1.0000' };
      return { ...figures, totals: counts, items: [{ product: PRODUCT, durationSec: 10, ...counts }] };
    };
    shown.served = shown.served.slice(0, -1);
    const first = await auditOpened(shown);
    shown.figures = honest;
    await shown.live(200, [{ entry: 380, durationSec: 10, direction: 'up' }]);
    shown.served = shown.served.slice(0, -1);
    expect((await findings(first.state)).join('\n')).toMatch(/FIGURES_DIFFER: .* won: \d+ more than were opened/);
  });
});
