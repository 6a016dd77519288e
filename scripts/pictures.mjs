/**
 * `npm run pictures`: compares the screens with the pictures that are kept in e2e/pictures. Options of Playwright are passed on
 * (`-- -g home`).
 *
 * - `-- update` takes those again that differ.
 * - `-- retake` takes all again, on a machine that draws letters otherwise.
 * - `-- record` records what a server answers, and takes all again. `-- record won lost` records only these.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { findChromium, findHeadlessShell } from './lib/chromium.mjs';
import { APPS, buildApp, isStale } from './lib/client-build.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { cacheCompiledCode, checkNodeVersion, ROOT } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { claimRunFolder } from './lib/run-folder.ts';

const KEPT = join(ROOT, 'e2e', 'pictures', 'kept');
const BYTES_MAX = 1_500_000;
/** Of 256. */
const STEP = 8;
/** Of all pixels, for a colour to be that of an area. */
const AREA_SHARE = 1 / 50;
const ACTIONS = new Set(['update', 'retake', 'record']);

checkNodeVersion();
cacheCompiledCode();
await installWhatIsMissing();
const [first = '', ...others] = process.argv.slice(2);
const action = ACTIONS.has(first) ? first : 'check';
await findBrowser();
for (const app of APPS.filter(isStale))
  if ((await buildApp(app)).code !== 0) throw new Error(`The ${app} could not be built.`);

if (action === 'record' || action === 'retake') await inBrowser(prepare);
const args = action === 'check' ? process.argv.slice(2) : ['--update-snapshots=changed'];
const { code } = await run('playwright', ['test', '-c', 'playwright.pictures.config.ts', ...args]);
process.exitCode = code;
if (action !== 'check') await tidy();

/** Tells e2e/support/browser.ts which browser to use. */
async function findBrowser() {
  const whole = await findChromium();
  if (whole === null) throw new Error('There is no Chromium. Name one with CHROMIUM_PATH.');
  const shell = await findHeadlessShell();
  process.env.CHROMIUM_PATH = whole;
  if (shell !== null) process.env.CHROMIUM_SHELL_PATH = shell;
}

/** @param {(browser: import('@playwright/test').Browser) => Promise<void>} work */
async function inBrowser(work) {
  const { PICTURE_BROWSER } = await import('../e2e/support/browser.ts');
  const browser = await chromium.launch(PICTURE_BROWSER.launchOptions);
  try {
    await work(browser);
  } finally {
    await browser.close();
  }
}

/** @param {import('@playwright/test').Browser} browser */
async function prepare(browser) {
  if (action === 'record') {
    claimRunFolder();
    const { record } = await import('../e2e/pictures/record.ts');
    await record(browser, others);
  }
  const { keepCanary } = await import('../e2e/pictures/canary.ts');
  await keepCanary(browser);
}

/** No picture of a moment that is gone, and none larger than it has to be. */
async function tidy() {
  const { MOMENTS } = await import('../e2e/pictures/moments.ts');
  mkdirSync(KEPT, { recursive: true });
  let bytes = 0;
  for (const file of readdirSync(KEPT)) {
    const path = join(KEPT, file);
    if (MOMENTS.some(({ name }) => name === basename(file, '.webp'))) bytes += await makeSmall(path);
    else rmSync(path);
  }
  console.log(`${MOMENTS.length} pictures, ${Math.ceil(bytes / 1024)} KB`);
  if (bytes > BYTES_MAX) throw new Error(`The pictures are larger than ${BYTES_MAX} bytes.`);
}

/**
 * Rounds the colours of edges and gradients to steps that nobody sees and that are far below what counts as a difference: a third of
 * the bytes. Colours of areas stay. So does a picture that is rounded already.
 * @param {string} path
 */
async function makeSmall(path) {
  const given = readFileSync(path);
  const { data, info } = await sharp(given).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const exact = areaColours(data);
  const rounded = Buffer.from(data);
  for (let at = 0; at < data.length; at += 3) {
    if (exact.has(data.readUIntBE(at, 3))) continue;
    for (let one = at; one < at + 3; one += 1) rounded[one] = Math.min(255, Math.round(data[one] / STEP) * STEP);
  }
  if (rounded.equals(data)) return given.length;
  const raw = sharp(rounded, { raw: { width, height, channels: 3 } });
  const small = await raw.webp({ lossless: true, effort: 6 }).toBuffer();
  writeFileSync(path, small);
  return small.length;
}

/**
 * The colours that many pixels have.
 * @param {Buffer} data
 */
function areaColours(data) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0; at < data.length; at += 3) {
    const colour = data.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const few = (data.length / 3) * AREA_SHARE;
  return new Set([...counts].filter(([, count]) => count > few).map(([colour]) => colour));
}
