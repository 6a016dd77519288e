import { devices } from '@playwright/test';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Language } from '@candor/contract/languages';
import type { Theme } from '../support/fixtures.ts';
import { textsOf } from '../support/texts.ts';
import type { Say } from '../support/texts.ts';
import type { RecordingName } from './recording.ts';
import type { Stage } from './stage.ts';

/* The moments of which a picture is kept: what a member or an operator sees, and nobody should change by accident. */

const TOUCH = { ...devices['Pixel 7'], deviceScaleFactor: 1 };

/** Pictures are small: a point is a pixel. */
export const SCREENS = {
  phone: { ...TOUCH, viewport: { width: 390, height: 844 } },
  smallPhone: { ...TOUCH, viewport: { width: 320, height: 568 } },
  desktop: { viewport: { width: 1440, height: 900 } },
  wideDesktop: { viewport: { width: 1920, height: 1080 } },
  console: { viewport: { width: 1280, height: 720 } },
} as const satisfies Readonly<Record<string, BrowserContextOptions>>;

export interface Moment {
  /** The name of its picture. */
  name: string;
  recording: RecordingName;
  screen: keyof typeof SCREENS;
  language: Language;
  theme: Theme;
  care?: 'on';
  /** The colours of rise and fall. */
  updown?: 'red-up' | 'green-up' | 'blue-up';
  /** Of the client a route with its query, of the console a page; names of ids in braces. */
  path: string;
  /** Before the page is opened. */
  before?: (stage: Stage) => void;
  /** Once it is there, the clock goes on to this phase of the recording. */
  until?: string;
  /** Last. */
  act?: (acting: Acting) => Promise<void>;
  /** It never stops to load: that is what the picture shows. */
  isLoading?: true;
}

export interface Acting {
  page: Page;
  stage: Stage;
  say: Say;
}

const DARK = { language: 'zh-Hans', theme: 'dark' } as const;
const LIGHT = { language: 'en', theme: 'light' } as const;

export const MOMENTS: readonly Moment[] = [
  { name: 'login', recording: 'stranger', screen: 'phone', ...DARK, path: '/pages/login' },
  { name: 'home', recording: 'resting', screen: 'phone', ...DARK, path: '/pages/home/index' },
  { name: 'home-light', recording: 'resting', screen: 'phone', ...LIGHT, path: '/pages/home/index' },
  {
    name: 'trade-desktop',
    recording: 'resting',
    screen: 'desktop',
    ...DARK,
    path: '/pages/kLineChart/move?code=BTCUSDT',
  },
  {
    name: 'result-won',
    recording: 'won',
    screen: 'phone',
    ...DARK,
    path: '/pages/kLineChart/move?code=BTCUSDT',
    until: 'settled',
  },
  { name: 'console-withdrawals', recording: 'operator', screen: 'console', ...DARK, path: '/withdrawals' },
];

export function sayOf({ language, screen }: Moment): Say {
  return textsOf(language, screen === 'console' ? 'console' : 'client');
}
