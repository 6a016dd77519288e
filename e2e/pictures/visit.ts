import type { JsonWebKey } from 'node:crypto';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { stored } from '../support/fixtures.ts';
import { sayOf, SCREENS } from './moments.ts';
import type { Moment } from './moments.ts';
import type { Phase, Recording } from './recording.ts';
import { setStage, SITE, TOKEN } from './stage.ts';
import type { Answers, Stage } from './stage.ts';

/** So long nothing is on its way before a picture is taken. */
const QUIET_MS = 150;
const LOOK_MS = 30;
const READY_MS_MAX = process.env['CI'] === undefined ? 15_000 : 40_000;
const LOCALES = { 'zh-Hans': 'zh-CN', 'zh-Hant': 'zh-TW', en: 'en-GB' } as const;

interface Visit {
  recording: Recording;
  answers: Answers;
  key?: JsonWebKey;
  until?: (phase: string) => Promise<Phase>;
}

/** Brings a moment about in a new page, and hands it over when nothing moves any more. */
export async function visit(
  browser: Browser,
  moment: Moment,
  setting: Visit,
  look: (page: Page, stage: Stage) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(contextOf(moment, setting.recording));
  try {
    const page = await context.newPage();
    const stage = await setStage(context, page, setting);
    moment.before?.(stage);
    const isConsole = moment.screen === 'console';
    if (isConsole && setting.recording.session !== null)
      await context.addInitScript((text) => sessionStorage.setItem('candor-console', text), OPERATOR_SESSION);
    const path = moment.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(setting.recording, name));
    await page.goto(`${isConsole ? '/console/' : '/'}#${path}`);
    await untilReady(stage, moment);
    if (moment.until !== undefined) {
      // A page that has not asked for its orders yet is ready too, and would never hear of this one.
      await page.getByRole('timer').first().waitFor();
      await stage.goOn(moment.until);
      await untilReady(stage, moment);
    }
    if (moment.act !== undefined) {
      await moment.act({ page, stage, say: sayOf(moment) });
      await untilReady(stage, moment);
    }
    await page.evaluate(keepRings);
    await look(page, stage);
  } finally {
    await context.close();
  }
}

const OPERATOR_SESSION = JSON.stringify({ token: TOKEN, stage: 'full' });

function idOf({ ids }: Recording, name: string): string {
  const id = ids[name];
  if (id === undefined) throw new Error(`The recording has no ${name}. Record again: npm run pictures -- record`);
  return id;
}

function contextOf(moment: Moment, { session }: Recording): BrowserContextOptions {
  const { screen, language, theme, care = 'off', updown } = moment;
  const isMember = session !== null && screen !== 'console';
  return {
    ...SCREENS[screen],
    baseURL: SITE,
    locale: LOCALES[language],
    timezoneId: 'Asia/Shanghai',
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: stored(SITE, {
      language,
      theme,
      care,
      ...(updown === undefined ? {} : { display: { updown } }),
      ...(isMember ? { token: TOKEN, kept: { [`risk-notice:${session.username}`]: RISK_ACCEPTED } } : {}),
    }),
  };
}

const RISK_ACCEPTED = { version: 1, products: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT'] };

/** Letters are there, nothing loads, and no answer is on its way. What does not get ready is drawn as it is, and differs. */
async function untilReady({ page, underWay }: Stage, { isLoading }: Pick<Moment, 'isLoading'>): Promise<void> {
  const until = performance.now() + READY_MS_MAX;
  let quietSince = performance.now();
  while (performance.now() < until) {
    const isReady = (underWay() === 0 || isLoading === true) && (await page.evaluate(isDrawn, isLoading === true));
    if (!isReady) quietSince = performance.now();
    else if (performance.now() - quietSince >= QUIET_MS) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function isDrawn(isLoading: boolean): Promise<boolean> {
  await document.fonts.ready;
  // Two frames: what came with the last answer is drawn then.
  for (let frame = 0; frame < 2; frame += 1)
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      setTimeout(resolve, 100);
    });
  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')];
  if (!headings.some((each) => each.checkVisibility({ visibilityProperty: true }))) return false;
  const pictures = [...document.images].every((each) => each.complete);
  const loading = '[aria-busy=true], .ui-skeleton, [data-proof=checking], .mantine-Loader-root, .mantine-Skeleton-root';
  return pictures && (isLoading || document.querySelector(loading) === null);
}

/**
 * A picture is taken with all animations at their end, where a ring is empty. One that does not run is left as it is: it stands
 * where its digits do, however long the page took to load.
 */
function keepRings(): void {
  for (const animation of document.getAnimations()) {
    if (!(animation instanceof CSSAnimation) || !animation.animationName.startsWith('ui-ring')) continue;
    const { effect } = animation;
    if (!(effect instanceof KeyframeEffect)) continue;
    const { delay = 0, duration } = effect.getTiming();
    const digits = effect.target?.closest('[role=timer]')?.textContent ?? '';
    const leftSec = digits.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    animation.playbackRate = 0;
    animation.currentTime = digits === '' ? 0 : delay + Number(duration) - leftSec * 1000;
  }
}
