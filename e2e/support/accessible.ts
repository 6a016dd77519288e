import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The rules of axe about colours that are on by default. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Axe finds nothing serious on the page as it stands.
 * @param about what is looked at, for the message
 */
export async function expectAccessible(page: Page, about: string, rules: 'all' | 'colours' = 'all'): Promise<void> {
  // No frame of another origin is looked into: axe runs in the page itself, without a page of its own for each visit.
  const { violations } = await new AxeBuilder({ page })
    .options({
      resultTypes: ['violations'],
      ...(rules === 'colours' && { runOnly: { type: 'rule', values: COLOUR_RULES } }),
    })
    .setLegacyMode()
    .analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const findings = grave.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n')}`,
  );
  expect.soft(findings, about).toEqual([]);
}
