import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';
import { drawsOtherwise } from './pictures/canary.ts';
import { MOMENTS } from './pictures/moments.ts';
import { readRecording } from './pictures/recording.ts';
import { answersOf } from './pictures/stage.ts';
import { visit } from './pictures/visit.ts';

/* What must not change by accident: pictures of screens and moments, drawn from recorded answers (ADR 146). */

/** Drawn twice, a picture is the same to the byte on one machine; on another one a rounding may differ by a shade. */
const TOLERANCE = { threshold: 0.03, maxDiffPixels: 12 };
/** For a machine that is busy with other things; it costs time only where a picture differs. */
const DRAW_MS_MAX = 30_000;
const TRIES = 3;
const NOT_RECORDED = 'calls that were not recorded: npm run pictures -- record';

test.setTimeout(150_000);

for (const moment of MOMENTS)
  test(moment.name, async ({ browser }) => {
    const why = await drawsOtherwise(browser);
    test.skip(why !== null, why ?? '');
    const recording = await readRecording(moment.recording);
    await visit(browser, moment, { recording, answers: answersOf(recording) }, async (page, stage) => {
      expect(stage.unknown, NOT_RECORDED).toEqual([]);
      await expectAsKept(page, moment.name);
    });
  });

/** Looks again where a slow machine may have drawn the last thing late. */
async function expectAsKept(page: Page, name: string): Promise<void> {
  const told = `${name} is not as it was kept. If it should be so: npm run pictures -- update`;
  for (let tries = 1; tries < TRIES; tries += 1) {
    try {
      await expect(page, told).toHaveScreenshot(`${name}.webp`, { ...TOLERANCE, timeout: DRAW_MS_MAX });
      return;
    } catch {
      await page.waitForTimeout(tries * 500);
    }
  }
  await expect(page, told).toHaveScreenshot(`${name}.webp`, { ...TOLERANCE, timeout: DRAW_MS_MAX });
}
