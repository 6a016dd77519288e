import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { sendMessage } from '@candor/contract/calls/support';
import { amount } from '@candor/domain/testing/test-currency';
import { OPENS, pathsOf, speak, untilShown } from './support/console-screens.ts';
import { forgetSecondFactors } from './support/database.ts';
import { askWithdrawal, openConsoleAs, payDeposit } from './support/console.ts';
import { expect, mainServer, visitorTest as test } from './support/fixtures.ts';
import type { Theme } from './support/fixtures.ts';
import { cutTexts, foreignTexts, tooWide } from './support/judge.ts';
import { registerMember } from './support/member-api.ts';

/*
 * Every screen of the console, and what opens on it, in every language and both themes. Each visit leaves a picture; see
 * screens.matrix.ts.
 */

const VISITS = LANGUAGES.flatMap((language) => (['dark', 'light'] as const).map((theme) => ({ language, theme })));

for (const { language, theme } of VISITS)
  test(`the console in ${language}, ${theme}`, async ({ browser, origin }, testInfo) => {
    const { viewport } = testInfo.project.use;
    test.skip(viewport === null || viewport === undefined || viewport.width < 1280, 'operators work on wide screens');
    await forgetSecondFactors(mainServer().dataDir);
    const member = await registerMember(origin);
    await payDeposit(member, amount('1000'));
    await askWithdrawal(member, amount('500'));
    await member.post(sendMessage.path, { text: '?' });
    const operatorPage = await openConsoleAs(browser, origin, {
      operator: 'admin',
      path: '/account',
      ...(viewport ? { viewport } : {}),
    });
    await operatorPage.emulateMedia({ reducedMotion: 'reduce' });
    await operatorPage.evaluate((chosen) => localStorage.setItem('candor-console-theme', chosen), theme);
    await speak(operatorPage, origin, language);
    await expect(operatorPage.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    for (const path of await pathsOf(operatorPage))
      await visit(operatorPage, path, { origin, language, theme, testInfo });
    await operatorPage.context().close();
  });

type Visit = { origin: string; language: Language; theme: Theme; testInfo: TestInfo };

async function visit(page: Page, path: string, { origin, language, theme, testInfo }: Visit): Promise<void> {
  await page.goto(`${origin}/console/#${path}`);
  await untilShown(page);
  await judge(path);
  if (path === '/support') {
    await page.locator('main li button').first().click();
    await expect(page.getByRole('log')).toBeVisible();
    await untilShown(page);
    await judge(`${path} opened`);
  }
  const opens = OPENS[path];
  if (opens === undefined || (await page.locator(opens).count()) === 0) return;
  await page.locator(opens).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await untilShown(page);
  await judge(`${path} opened`);
  await page.keyboard.press('Escape');

  async function judge(name: string): Promise<void> {
    expect.soft(await tooWide(page), `${name}: wider than the window`).toEqual([]);
    expect.soft(await cutTexts(page), `${name}: cut`).toEqual([]);
    expect.soft(await foreignTexts(page, language), `${name}: not in ${language}`).toEqual([]);
    const folder = join(testInfo.project.outputDir, 'matrix', testInfo.project.name, `console-${language}-${theme}`);
    mkdirSync(folder, { recursive: true });
    const file = name.replaceAll(/[^a-z0-9]+/gi, '-');
    await page.screenshot({ path: join(folder, `console${file}.jpg`), type: 'jpeg', quality: 60 });
  }
}
