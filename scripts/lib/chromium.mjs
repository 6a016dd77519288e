import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
/** Without a network apt would try for minutes. */
const APT_OPTIONS = ['-qq', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
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

/**
 * The path of Chromium's headless shell: the same engine without what draws windows, for half of the processor time. Null
 * where there is none; then Chromium does its work. An empty CHROMIUM_SHELL_PATH asks for that.
 * @returns {Promise<string | null>}
 */
export async function findHeadlessShell() {
  const named = process.env.CHROMIUM_SHELL_PATH;
  if (named !== undefined) return named === '' ? null : named;
  return findInstalled(SHELL_NAMES) ?? (await findPlaywrightsShell()) ?? (await installShell());
}

/** @param {readonly string[]} names */
function findInstalled(names = NAMES) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...paths, ...(names === NAMES ? FIXED_PATHS : [])].find((path) => existsSync(path)) ?? null;
}

async function findPlaywrights() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** Playwright puts the shell that fits its Chromium into a folder beside it, with the same number. */
async function findPlaywrightsShell() {
  const chromium = await findPlaywrights();
  const found = chromium === null ? null : /^(.*)[/\\]chromium-(\d+)[/\\]/.exec(chromium);
  if (found === null) return null;
  const folder = join(found[1] ?? '', `chromium_headless_shell-${found[2]}`);
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const name = names.find((path) => /(^|[/\\])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(path));
  return name === undefined ? null : join(folder, name);
}

/** Only where it takes seconds, and nothing else changes. */
async function installShell() {
  if (!mayUseApt() || !isDebian()) return null;
  console.log('Installing the headless shell of Chromium (apt-get).');
  return (await aptInstall(['--no-remove', 'chromium-headless-shell'])) ? findInstalled(SHELL_NAMES) : null;
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
  const apt = async (/** @type {string[]} */ ...args) =>
    await run('apt-get', [...APT_OPTIONS, ...args], { env, quiet: true });
  await apt('update');
  const { code, output } = await apt('install', '-y', '--no-install-recommends', ...packages);
  if (code !== 0) console.log(output);
  return code === 0;
}

function mayUseApt() {
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(osRelease());
}

/** Ubuntu has no package of the shell, and would only lose time in looking for it. */
function isDebian() {
  return /^ID="?debian"?$/m.test(osRelease());
}

function osRelease() {
  return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}
