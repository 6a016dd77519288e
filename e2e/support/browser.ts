/**
 * The browsers of journeys. Most run in Chromium's headless shell: the same engine without what draws windows, for half of the
 * processor time. What a member installs, registers as a passkey or sees first runs in the whole browser, and where there
 * is no shell, everything does.
 */
const wholePath = process.env['CHROMIUM_PATH'];
const shellPath = process.env['CHROMIUM_SHELL_PATH'];

export const HAS_SHELL = shellPath !== undefined;

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function launchOptions(path: string | undefined): { executablePath?: string; args: string[] } {
  return { ...(path === undefined ? {} : { executablePath: path }), args };
}

export const QUICK_BROWSER = { launchOptions: launchOptions(shellPath ?? wholePath) };

/** `test.use(WHOLE_BROWSER)` at the top of a spec. */
export const WHOLE_BROWSER = { launchOptions: launchOptions(wholePath) };

/** Draws the same on every machine that has the same letters: no hints of the screen, no colours of its own. */
export const PICTURE_BROWSER = {
  launchOptions: {
    ...QUICK_BROWSER.launchOptions,
    args: [...args, '--font-render-hinting=none', '--disable-lcd-text', '--force-color-profile=srgb'],
  },
};
