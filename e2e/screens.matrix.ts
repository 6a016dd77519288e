import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { LANGUAGES } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { expect, visitorTest } from './support/fixtures.ts';
import type { Theme } from './support/fixtures.ts';
import { coveredControls } from './support/geometry.ts';
import {
  coveredByHelp,
  expectWellLaidOut,
  hiddenMainAction,
  underStrip,
  untilShown,
  watchShifts,
} from './support/judge.ts';
import { newcomerTest, people, residentsLife, residentTest } from './support/people.ts';
import { entryScreens, memberScreens, newcomerScreens, visitorScreens } from './support/screens.ts';
import { textsOf } from './support/texts.ts';

/*
 * `npm run test:matrix`: every screen on every size, in every language and both themes. Each visit leaves a picture in
 * test-results/matrix, to be looked at one by one.
 */

const THEMES = ['dark', 'light'] as const satisfies readonly Theme[];

// What is common to a size is prepared once: its people live through all languages and themes.
for (const language of LANGUAGES)
  for (const theme of THEMES) {
    const use = { language, theme, contextOptions: { reducedMotion: 'reduce' } } as const;

    visitorTest.describe(`${language}, ${theme}`, () => {
      visitorTest.use(use);
      visitorTest('screens before the login', async ({ page }, testInfo) => {
        await visit(page, entryScreens(), { language, theme, testInfo, name: 'entry' });
        const { resident, lived } = await people();
        const order = await resident.order(lived.settledOrder);
        await visit(page, visitorScreens(order), { language, theme, testInfo, name: 'visitor' });
      });
    });

    newcomerTest.describe(`${language}, ${theme}`, () => {
      newcomerTest.use(use);
      newcomerTest('screens of a newcomer', async ({ page }, testInfo) => {
        await visit(page, newcomerScreens(), { language, theme, testInfo, name: 'newcomer' });
        await visitRiskNotice(page, { language, theme, testInfo, name: 'newcomer' });
      });
    });

    residentTest.describe(`${language}, ${theme}`, () => {
      residentTest.use(use);
      residentTest('screens of a member', async ({ page }, testInfo) => {
        await visit(page, memberScreens(await residentsLife()), { language, theme, testInfo, name: 'member' });
      });
    });
  }

type Visit = { language: Language; theme: Theme; testInfo: TestInfo; name: string };

async function visit(
  page: Page,
  screens: readonly string[],
  { language, theme, testInfo, name }: Visit,
): Promise<void> {
  const { project } = testInfo;
  const folder = join(project.outputDir, 'matrix', project.name, `${language}-${theme}`);
  mkdirSync(folder, { recursive: true });
  await watchShifts(page);
  const { textPercent } = project.metadata;
  if (typeof textPercent === 'number') await enlargeLetters(page, textPercent);
  for (const [n, screen] of screens.entries()) {
    await page.goto(`/#${screen}`);
    await untilShown(page);
    await expect.soft(page.locator('html'), screen).toHaveAttribute('data-theme', theme);
    expect.soft(await coveredByHelp(page), `${screen}: under the help button`).toEqual([]);
    await expect.soft
      .poll(async () => await underStrip(page), { message: `${screen}: under the strip of an order` })
      .toEqual([]);
    await expectWellLaidOut(page, screen, language);
    // No window holds a whole page in the largest letters.
    if (textPercent === undefined)
      // The strip of an order makes room for an action a moment after the action came.
      await expect.soft
        .poll(async () => await hiddenMainAction(page), { message: `${screen}: its main action is out of view` })
        .toEqual([]);
    const words = screen.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id').replaceAll(/[^a-z0-9=]+/gi, '-');
    await takePicture(page, join(folder, `${name}-${String(n).padStart(2, '0')}${words}.jpg`));
    // Last, because it scrolls.
    expect.soft(await coveredControls(page), `${screen}: covered`).toEqual([]);
  }
}

async function takePicture(page: Page, path: string): Promise<void> {
  await page.screenshot({ path, type: 'jpeg', quality: 60 });
}

/**
 * The risk notice stands in the place of the ticket, before the first order. A phone held upright shows it in a sheet,
 * whose answers are below its text.
 */
async function visitRiskNotice(page: Page, { language, theme, testInfo, name }: Visit): Promise<void> {
  const screen = '/pages/kLineChart/move?code=BTCUSDT';
  await page.goto(`/#${screen}`);
  await untilShown(page);
  const ticket = page.locator('#workspace-ticket');
  if (!(await ticket.isVisible())) return;
  await ticket.locator('button[type=submit]').click();
  await expect.soft(ticket.getByRole('button', { name: textsOf(language)('trade.risk.accept') })).toBeVisible();
  const where = `${screen}, risk notice`;
  await page.evaluate(() => window.scrollTo(0, 0));
  expect.soft(await coveredByHelp(page), `${where}: under the help button`).toEqual([]);
  await expectWellLaidOut(page, where, language);
  expect.soft(await hiddenMainAction(page), `${where}: its main action is out of view`).toEqual([]);
  const folder = join(testInfo.project.outputDir, 'matrix', testInfo.project.name, `${language}-${theme}`);
  await takePicture(page, join(folder, `${name}-risk-notice.jpg`));
  expect.soft(await coveredControls(page), `${where}: covered`).toEqual([]);
}

/** As a browser does whose owner chose a larger text size. */
async function enlargeLetters(page: Page, percent: number): Promise<void> {
  await page.addInitScript((size) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { font-size: ${size}% !important; }`);
    document.adoptedStyleSheets.push(sheet);
  }, percent);
}
