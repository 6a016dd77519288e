import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Waits until the history has no step of a closed sheet any more: a reload at that moment would be cut off. */
export async function untilSheetsLeft(page: Page): Promise<void> {
  await expect.poll(async () => await page.evaluate(() => Object.keys(history.state ?? {}))).not.toContain('layer');
}
