import type { Page } from '@playwright/test';
import type { Language } from '@candor/contract/languages';
import { expect } from './fixtures.ts';

/*
 * What must hold on every screen at every size, in every language and theme. Each rule answers with the findings as
 * text, so that a red test says what to mend.
 */

/** Layout that moves by more than this since the page was opened is seen as a jump. The limit of Core Web Vitals is 0.1. */
const SHIFT_MAX = 0.05;

/** Counts how far content moved without the member's doing. Must be called before the first page is opened. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: { value: number; moved: string }[] = [];
    Reflect.set(globalThis, 'shifts', seen);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        // The footer goes down as a page fills, and what floats steps aside: neither takes the reader's place away.
        const inContent = entry.sources.filter(
          ({ node }) =>
            !(node instanceof Element) ||
            (!node.matches(':has(> footer)') && node.closest('footer, aside, [data-floating]') === null),
        );
        if (entry.sources.length > 0 && inContent.length === 0) continue;
        const moved = inContent
          .map(({ node, previousRect: was, currentRect: is }) => {
            // What is gone since then has no name, only its places.
            const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName;
            return `${name} ${was.x},${was.y},${was.width},${was.height} → ${is.x},${is.y},${is.width},${is.height}`;
          })
          .join(' | ');
        seen.push({ value: entry.value, moved: moved.slice(0, 400) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** As long as an expectation may take; see playwright.config.ts. */
const READY_MS_MAX = process.env['CI'] === undefined ? 10_000 : 25_000;

/**
 * Waits until the page is ready: its heading is there, and nothing is loading. A page that never gets ready is a
 * finding that names what still loads; the visit of the other screens goes on.
 */
export async function untilShown(page: Page): Promise<void> {
  expect.soft(await missing(page, READY_MS_MAX), `${page.url()} is ready`).toEqual([]);
}

/** Looks at every frame, in the page: questions from outside, with growing pauses, were a third of a visit's time. */
async function missing(page: Page, waitMs: number): Promise<string[]> {
  return await page.evaluate(async (patienceMs) => {
    const until = performance.now() + patienceMs;
    // An address that was just changed is drawn in the next frame.
    await nextFrame();
    do await nextFrame();
    while (missingNow().length > 0 && performance.now() < until);
    return missingNow();

    // What is not in sight draws no frames.
    async function nextFrame(): Promise<void> {
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
        setTimeout(resolve, 100);
      });
    }

    function missingNow(): string[] {
      const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6, [role=heading]')];
      const isShown = headings.some((each) => each.checkVisibility({ visibilityProperty: true }));
      const loading = [...document.querySelectorAll('[aria-busy=true], .ui-skeleton')].map(
        (each) => `${each.parentElement?.className} > ${each.outerHTML.slice(0, 120)}`,
      );
      return isShown ? loading : ['no heading is shown', ...loading];
    }
  }, waitMs);
}

/** @param screen its address, for the message */
export async function expectWellLaidOut(page: Page, screen: string, language: Language): Promise<void> {
  expect.soft(await tooWide(page), `${screen}: wider than the window`).toEqual([]);
  expect.soft(await cutTexts(page), `${screen}: cut`).toEqual([]);
  expect.soft(await cutNames(page), `${screen}: a name is cut`).toEqual([]);
  expect.soft(await brokenWords(page), `${screen}: broken inside a word`).toEqual([]);
  expect.soft(await gluedLines(page), `${screen}: a hint at the next label`).toEqual([]);
  expect.soft(await atEdge(page), `${screen}: touches the edge`).toEqual([]);
  expect.soft(await foreignTexts(page, language), `${screen}: not in ${language}`).toEqual([]);
  expect.soft(await jumps(page), `${screen}: moved`).toEqual([]);
}

/** Elements that reach over the side of the window, where nothing scrolls sideways. */
export async function tooWide(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const found: string[] = [];
    if (document.documentElement.scrollWidth > width)
      found.push(`page ${document.documentElement.scrollWidth} > ${width}`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { left, right, width: own, height } = element.getBoundingClientRect();
      if (own === 0 || height === 0 || (right <= width + 1 && left >= -1)) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      let around: Element | null = element;
      while (around !== null) {
        if (around.matches('svg, canvas, [aria-hidden=true], .sr-only, .skip-link')) break;
        if (around !== element && getComputedStyle(around).overflowX !== 'visible') break;
        around = around.parentElement;
      }
      if (around === null || around === document.documentElement) found.push(element.outerHTML.slice(0, 160));
    }
    return found.slice(0, 5);
  });
}

/** Texts that are longer than their box: cut without dots, or an amount or the name of a tab cut with them. */
export async function cutTexts(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const text = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      if (!text || element.closest('.sr-only, [aria-hidden=true], svg') !== null) continue;
      const { overflowX, textOverflow } = getComputedStyle(element);
      if (overflowX === 'visible' || overflowX === 'auto' || overflowX === 'scroll') continue;
      if (element.clientWidth <= 1 || element.scrollWidth <= element.clientWidth + 1) continue;
      const isAmount = /[¥$€][\d,]/u.test(element.textContent);
      const isTab = element.closest('[data-tab-bar]') !== null;
      if (textOverflow !== 'ellipsis' || isAmount || isTab) found.push(element.outerHTML.slice(0, 160));
    }
    return found.slice(0, 5);
  });
}

/** Words of letters that go on in the next line without a hyphen: their box is too narrow. Codes and addresses may break. */
export async function brokenWords(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const around = node.parentElement;
      if (around === null || around.closest('script, style, .sr-only, code, bdi, textarea, svg') !== null) continue;
      if (!around.checkVisibility({ visibilityProperty: true })) continue;
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(
        /(?<![\p{L}\d_])\p{Script=Latin}{2,18}(?![\p{L}\d_])/gu,
      )) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`${word} in ${around.outerHTML.slice(0, 120)}`);
      }
    }
    return found.slice(0, 5);
  });
}

/** On a low window, the page's name, its source of prices, or one of a few tabs, of which a part is out of sight. */
export async function cutNames(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    if (!matchMedia('(max-height: 30rem) and (min-width: 34rem)').matches) return [];
    const names = [...document.querySelectorAll<HTMLElement>('h1, h1 *, h1 + span')].filter((each) => {
      if (each.matches('.sr-only, svg *') || each.clientWidth <= 1) return false;
      const hasDots = getComputedStyle(each).overflowX !== 'visible';
      return hasDots && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1);
    });
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tab]')].filter((each) => {
      const list = each.closest('[role=tablist]')?.getBoundingClientRect();
      return list !== undefined && each.getBoundingClientRect().right > list.right + 1;
    });
    return [...names, ...tabs].map((each) => each.outerHTML.slice(0, 160)).slice(0, 5);
  });
}

/** A hint or an error stands below its own field, and clear of the next label: or it is read as that label's. */
export async function gluedLines(page: Page): Promise<string[]> {
  return await page.evaluate((air) => {
    const isShown = (each: Element) => each.checkVisibility({ visibilityProperty: true });
    const labels = [...document.querySelectorAll('label')].filter((each) => isShown(each) && !each.closest('.sr-only'));
    const lines = [...document.querySelectorAll(':is([id$=-hint], [id$=-error])')].filter(isShown);
    return lines.flatMap((line) => {
      const own = line.getBoundingClientRect();
      const next = labels.find((label) => {
        const { top, left, right } = label.getBoundingClientRect();
        return top >= own.bottom - 1 && top < own.bottom + air && left < own.right && right > own.left;
      });
      return next === undefined ? [] : [`${line.textContent} at ${next.textContent}`];
    });
  }, LINE_AIR_MIN);
}

/** Air between a hint and the next label, px. */
const LINE_AIR_MIN = 11;

/** Air between a button and the frame around it, px. */
const AIR_MIN = 6;

/** Buttons and round pictures that touch the card around them, or the side of the window. */
export async function atEdge(page: Page): Promise<string[]> {
  return await page.evaluate((air) => {
    const found: string[] = [];
    for (const each of document.querySelectorAll<HTMLElement>(
      ':is(main, footer) :is(:is(.min-h-12, .min-h-14):is(.px-4, .px-6).rounded-control.font-bold, .size-22)',
    )) {
      if (!each.checkVisibility({ visibilityProperty: true })) continue;
      // What scrolls sideways is cut at its side on purpose.
      let around = each.parentElement;
      while (around !== null && !['auto', 'scroll'].includes(getComputedStyle(around).overflowX))
        around = around.parentElement;
      if (around !== null && around.scrollWidth > around.clientWidth) continue;
      const { left, right, top, bottom, width } = each.getBoundingClientRect();
      if (width <= 1) continue;
      if (left < air || right > document.documentElement.clientWidth - air)
        found.push(`the window: ${each.outerHTML.slice(0, 120)}`);
      const card = each.parentElement?.closest('.rounded-card.border')?.getBoundingClientRect();
      if (card === undefined) continue;
      const least = Math.min(left - card.left, card.right - right, top - card.top, card.bottom - bottom);
      if (least < air) found.push(`${Math.round(least)} px from its card: ${each.outerHTML.slice(0, 120)}`);
    }
    return found.slice(0, 5);
  }, AIR_MIN);
}

/** What people and the site's owner wrote: names of members, and what the first site comes with. */
const WRITTEN = String.raw`王(小明|\*\*)|模拟(银行|支行)|^(充值未到账|账户安全|问候) /|^请(您提供|不要把)|^您好，|^site codes$`;

/** Texts in another language than the chosen one, except inside elements that name their language, and names. */
export async function foreignTexts(page: Page, language: Language): Promise<string[]> {
  return await page.evaluate(
    ([chosen, written]) => {
      const byPeople = new RegExp(written, 'u');
      // Simplified characters whose traditional form differs, and two English words in a row.
      const rules: Record<string, RegExp> = {
        en: /\p{Script=Han}/u,
        'zh-Hant': /[们这还现开关时单资产价额选择认请账户]|\b[a-z]{3,} [a-z]{3,}\b/u,
        'zh-Hans': /[們這還現開關時單資產價額選擇認請帳]|\b[a-z]{3,} [a-z]{3,}\b/u,
      };
      const rule = rules[chosen] ?? /(?!)/u;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const around = node.parentElement;
        if (around === null || around.closest('script, style, noscript, code, bdi, [translate=no]') !== null) continue;
        if (around.closest('[lang]')?.getAttribute('lang') !== chosen) continue;
        // A command to type is the same in every language.
        const text = (node.textContent ?? '').replaceAll(/\bnode packages\/\S+/gu, '').trim();
        if (rule.test(text) && !byPeople.test(text)) found.push(text.slice(0, 80));
      }
      return found.slice(0, 5);
    },
    [language, WRITTEN] as const,
  );
}

/** What moved on the page since the last call. */
async function jumps(page: Page): Promise<string[]> {
  const seen = await page.evaluate(() => {
    const shifts = Reflect.get(globalThis, 'shifts') as { value: number; moved: string }[] | undefined;
    return shifts?.splice(0) ?? [];
  });
  const sum = seen.reduce((all, { value }) => all + value, 0);
  return sum > SHIFT_MAX ? seen.map(({ value, moved }) => `${value.toFixed(3)} ${moved}`) : [];
}

/**
 * The button that a page is for is whole in the window before anybody scrolls, and nothing lies over any part of it:
 * the one in the sticky action, or else the first one.
 * @returns what is wrong, or nothing
 */
export async function hiddenMainAction(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    // A dialog's action is below the part that scrolls.
    if (document.querySelector('dialog[open]') !== null) return [];
    const kinds = [
      'button[type=submit]',
      ':is(a, button).bg-primary:not([aria-pressed], [role=gridcell] *)',
      ':is(a, button).bg-up-fill',
    ];
    const isShown = (each: HTMLElement) => each.checkVisibility({ visibilityProperty: true });
    const inside = (part: string) =>
      [...document.querySelectorAll<HTMLElement>(kinds.map((kind) => `${part} ${kind}`).join())].find(isShown);
    const main = inside('main [data-sticky-action]') ?? inside(':is(main, footer)');
    if (main === undefined) return [];
    const { left, top, bottom, width, height } = main.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight + 1)
      return [`${main.textContent} at ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`];
    // A disabled button may let presses through.
    if (main.matches(':disabled')) return [];
    // A page that scrolls has room below its last line for the strip of an order.
    const scrolls = main.closest('[data-sticky-action]') === null && document.body.scrollHeight > innerHeight;
    return [0.1, 0.5, 0.9].flatMap((part) => {
      const hit = document.elementFromPoint(left + width * part, top + height / 2);
      if (scrolls && hit?.closest('aside') !== null) return [];
      return hit === null || main.contains(hit) ? [] : [`${main.textContent} is under ${hit.outerHTML.slice(0, 120)}`];
    });
  });
}

/** A busy machine paints a few frames late; a place of its own the button looks for twice a second. */
const LEAVES_MS = 200;

/**
 * What the floating help button lies over right after the page was shown: nobody waits until it has found another
 * place.
 * @returns what is wrong, or nothing
 */
export async function coveredByHelp(page: Page): Promise<string[]> {
  return await page.evaluate(async (leavesMs) => {
    const until = performance.now() + leavesMs;
    while (under().length > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 16));
    return under();

    function under(): string[] {
      const help = document.querySelector<HTMLElement>('[data-floating=help]');
      if (help?.checkVisibility({ visibilityProperty: true }) !== true) return [];
      const parts = [...help.children].map((part) => part.getBoundingClientRect());
      const isUnder = ({ left, right, top, bottom, width }: DOMRect) =>
        width > 1 &&
        parts.some(
          (own) => right > own.left + 1 && left < own.right - 1 && bottom > own.top + 1 && top < own.bottom - 1,
        );
      const isRead = (each: Element) =>
        !help.contains(each) &&
        each.checkVisibility({ visibilityProperty: true }) &&
        each.getBoundingClientRect().width > 1;
      const controls = [...document.querySelectorAll('a[href], button, input, textarea, [data-price]')]
        .filter((each) => isRead(each) && isUnder(each.getBoundingClientRect()))
        .map((each) => each.outerHTML.slice(0, 120));
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const words: string[] = [];
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        const parent = text.parentElement;
        if (parent === null || text.nodeValue?.trim() === '' || !isRead(parent)) continue;
        range.selectNodeContents(text);
        // What a line cuts off is not under anything.
        if ([...range.getClientRects()].some(isUnder) && isUnder(parent.getBoundingClientRect()))
          words.push(text.nodeValue ?? '');
      }
      return [...controls, ...words];
    }
  }, LEAVES_MS);
}

/**
 * The strip of a running order has a place of its own: it stands on the tab bar, what sticks to the bottom stands above
 * it, and a page ends above it. It scrolls.
 * @returns what is wrong, or nothing
 */
export async function underStrip(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const strip = document.querySelector('aside.fixed > *')?.getBoundingClientRect();
    if (strip === undefined) return [];
    const bar = document.querySelector('[data-tab-bar]')?.getBoundingClientRect();
    const foot = bar?.top ?? innerHeight;
    const found = Math.abs(strip.bottom - foot) > 1 ? [`it ends at ${strip.bottom}, its place at ${foot}`] : [];
    const before = scrollY;
    scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
    for (const part of document.querySelectorAll('#content, main [data-sticky-action], footer')) {
      const { bottom, height } = part.getBoundingClientRect();
      const isUnder = height > 0 && bottom > strip.top + 1 && part.checkVisibility({ visibilityProperty: true });
      if (isUnder) found.push(`${part.outerHTML.slice(0, 120)} ends at ${bottom}, ${strip.top} is the strip`);
    }
    scrollTo({ top: before, behavior: 'instant' });
    return found;
  });
}
