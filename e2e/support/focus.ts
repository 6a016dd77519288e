import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Whoever uses keys would start at the top of the page again. Call it after what takes elements away. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect
    .poll(async () => await page.evaluate(() => document.activeElement?.tagName ?? 'none'), {
      message: `the focus fell to the body of ${page.url()}`,
    })
    .not.toMatch(/^(BODY|none)$/);
}
