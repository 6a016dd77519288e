// @vitest-environment happy-dom
import { readInvestSummary } from '@candor/contract/calls/invest';
import type { InvestSummaryView } from '@candor/contract/invest';
import { expect, test } from 'vitest';
import common from '../../locales/en/common.json';
import invest from '../../locales/en/invest.json';
import { serve, show, startScreens, until } from '../../services/testing/screen.tsx';
import { EarningsCard } from './earnings-chart.tsx';
import { InvestHero } from './invest-hero.tsx';

/* The earnings of the last days, as bars and as a table. */

startScreens();

const SUMMARY: InvestSummaryView = {
  wallet: 'practice',
  invested: '1000.00',
  running: 1,
  savings: '0.00',
  accumulated: '0.00',
  yesterday: '0.00',
  todayEstimate: '0.04',
  earnings: [
    { date: '2026-11-20', projects: '0.00', savings: '0.00' },
    { date: '2026-11-21', projects: '0.00', savings: '0.00' },
  ],
  repayments: [],
};

/** With the figures, which show that the answer has come. */
async function showCard(earnings: InvestSummaryView['earnings']) {
  serve(readInvestSummary.path, { ...SUMMARY, earnings });
  await show(
    <>
      <InvestHero />
      <EarningsCard />
    </>,
    { common, invest },
  );
  await until(() => expect(document.body.textContent).toContain('¥0.04'));
}

function bars(): Element | null {
  return document.querySelector('figure [role=img]');
}

test('before the first day that earned there is no chart: it would push the projects away and say nothing', async () => {
  await showCard(SUMMARY.earnings);
  expect(bars()).toBeNull();
});

test('from the first day that earned, the bars name the sum and the best day', async () => {
  await showCard([...SUMMARY.earnings, { date: '2026-11-22', projects: '0.04', savings: '0.01' }]);
  expect(bars()?.getAttribute('aria-label')).toContain('¥0.05');
  expect(document.querySelectorAll('tbody tr')).toHaveLength(3);
});
