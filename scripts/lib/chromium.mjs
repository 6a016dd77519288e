import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FIXED_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The path of a Chromium. If none is found and we may, it is installed: by apt on Debian as root, otherwise by
 * Playwright. Chinese fonts too, or all text in the default language would be a row of boxes.
 * @returns {Promise<string | null>}
 */
export async function findChromium() {
  const found = process.env.CHROMIUM_PATH ?? findInstalled() ?? (await findPlaywrights()) ?? (await install());
  if (found !== null) await ensureChineseGlyphs();
  return found;
}

function findInstalled() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...FIXED_PATHS];
  return paths.find((path) => existsSync(path)) ?? null;
}

async function findPlaywrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

async function install() {
  if (mayUseApt()) {
    console.log('Installing Chromium (apt-get).');
    if (await aptInstall(['chromium', 'fonts-noto-cjk'])) return findInstalled();
  }
  console.log('Installing Chromium (playwright install).');
  await run('playwright', ['install', 'chromium']);
  return findPlaywrights();
}

async function ensureChineseGlyphs() {
  const { code, output } = await run('fc-list', [':lang=zh', 'family'], { quiet: true });
  if (code === 0 && output.trim() !== '') return;
  if (mayUseApt()) {
    console.log('Installing Chinese glyphs (apt-get).');
    if (await aptInstall(['fonts-noto-cjk'])) return;
  }
  if (process.platform === 'linux') console.log('There may be no Chinese font here; pictures will show boxes.');
}

/** @param {readonly string[]} packages */
async function aptInstall(packages) {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env, quiet: true });
  const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    quiet: true,
  });
  if (code !== 0) console.log(output);
  return code === 0;
}

function mayUseApt() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
}
