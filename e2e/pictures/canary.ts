import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import sharp from 'sharp';

/*
 * Letters are drawn by the machine: other fonts, or another browser, draw every picture otherwise. Then pictures say nothing about
 * the product. So one picture of plain letters and shapes is kept too, with nothing of the product in it.
 */

const FILE = join(import.meta.dirname, 'canary.webp');
/** Shades by which a machine may round otherwise. */
const SHADES = 24;
/** Of a thousand. */
const OTHER_PIXELS_MAX = 1;

const FAMILIES =
  "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'PingFang SC', 'Noto Sans CJK SC', sans-serif";
const LINES = [
  ['zh-Hans', '买涨 看跌 余额 ¥12,345.60 结算 核验', 400],
  ['zh-Hant', '買漲 看跌 餘額 ¥12,345.60 結算 核驗', 500],
  ['en', 'Higher Lower Balance ¥12,345.60 −0.85 %', 700],
] as const;

let answer: Promise<string | null> | undefined;

/** Why pictures of this machine cannot be compared with those that are kept; null if they can. */
export async function drawsOtherwise(browser: Browser): Promise<string | null> {
  answer ??= compareCanary(browser);
  return await answer;
}

/** Keeps how this machine draws. */
export async function keepCanary(browser: Browser): Promise<void> {
  writeFileSync(
    FILE,
    await sharp(await drawCanary(browser))
      .webp({ lossless: true, effort: 6 })
      .toBuffer(),
  );
}

async function compareCanary(browser: Browser): Promise<string | null> {
  if (!existsSync(FILE)) return null;
  const [kept, drawn] = await Promise.all([rawOf(readFileSync(FILE)), rawOf(await drawCanary(browser))]);
  const others =
    kept.length === drawn.length ? kept.filter((value, at) => Math.abs(value - (drawn[at] ?? 0)) > SHADES) : kept;
  if (others.length * 1_000 <= kept.length * OTHER_PIXELS_MAX) return null;
  return (
    `This machine draws letters otherwise than the one that took the pictures (Chromium ${browser.version()}), so they were not ` +
    "compared. Compare them in the dev container, or with Debian's Chromium and fonts-noto-cjk (CONTRIBUTING.md, Pictures)."
  );
}

async function rawOf(picture: Buffer): Promise<Buffer> {
  return await sharp(picture).removeAlpha().raw().toBuffer();
}

async function drawCanary(browser: Browser): Promise<Buffer> {
  const context = await browser.newContext({ viewport: { width: 480, height: 220 }, deviceScaleFactor: 1 });
  try {
    const page = await context.newPage();
    const sizes = LINES.flatMap(([lang, text, weight]) =>
      [12, 16, 24].map((size) => `<p lang="${lang}" style="font:${weight} ${size}px/1.2 ${FAMILIES}">${text}</p>`),
    );
    await page.setContent(
      `<style>*{margin:0}i{position:absolute;right:8px;top:8px;width:60px;height:60px;border-radius:16px;background:#2a6;
       box-shadow:0 4px 12px #0006}code{font:12px ui-monospace,monospace}</style>
       <i></i>${sizes.join('')}<code>0123456789abcdef</code>`,
    );
    await page.evaluate(async () => await document.fonts.ready);
    return await page.screenshot();
  } finally {
    await context.close();
  }
}
