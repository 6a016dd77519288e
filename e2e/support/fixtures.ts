import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Language } from '@candor/contract/languages';
import { signerOfSeed } from '../../apps/server/src/services/proof/signer.ts';
import type { Signer } from '../../apps/server/src/services/proof/signer.ts';
import { giveDeviceKey } from './device-key.ts';
import { registerMember } from './member-api.ts';
import type { MemberApi } from './member-api.ts';
import { startServer } from './server.ts';
import type { RunningServer } from './server.ts';
import { textsOf } from './texts.ts';
import type { Say } from './texts.ts';

export { expect };

export type Theme = 'dark' | 'light';

export type Options = {
  /** The language chosen earlier on this device. */
  language: Language;
  theme: Theme;
  /** Larger letters and buttons, chosen earlier on this device. */
  care: 'on' | 'off';
  /** Browser errors that are allowed in this test, because the test itself causes them. */
  expectedComplaints: RegExp;
};

type VisitorFixtures = {
  /** The address of the server under test. */
  origin: string;
  say: Say;
  /** All errors in the browsers: on the console and uncaught. */
  complaints: string[];
};

const NOTHING = /(?!)/;

/**
 * A journey whose texts are all compared runs once in each language, on one of the two screens. That every text fits and
 * is complete on both screens is checked in quality.spec.ts.
 */
export const LANGUAGE_SHARES = [
  { language: 'zh-Hans', tag: '@phone' },
  { language: 'zh-Hant', tag: '@desktop' },
  { language: 'en', tag: '@phone' },
] as const satisfies readonly { language: Language; tag: string }[];

/** A visitor without a session. */
export const visitorTest = base.extend<Options & VisitorFixtures>({
  language: ['zh-Hans', { option: true }],
  theme: ['dark', { option: true }],
  care: ['off', { option: true }],
  expectedComplaints: [NOTHING, { option: true }],

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what is needed: nothing.
  origin: async ({}, use) => await use(mainServer().origin),
  baseURL: async ({ origin }, use) => await use(origin),
  storageState: async ({ origin, language, theme, care }, use) => await use(stored(origin, { language, theme, care })),
  say: async ({ language }, use) => await use(textsOf(language)),

  complaints: [
    async ({ context, expectedComplaints }, use) => {
      const complaints: string[] = [];
      context.on('page', (page) => collectComplaints(page, complaints));
      await use(complaints);
      expect(complaints.filter((text) => !expectedComplaints.test(text))).toEqual([]);
    },
    { auto: true },
  ],
});

/** A new member, signed in, with the untouched practice grant. `member` shows the server's answers to them. */
export const test = visitorTest.extend<{ member: MemberApi }>({
  member: async ({ origin }, use) => await use(await registerMember(origin)),
  storageState: async ({ origin, language, theme, care, member }, use) =>
    await use(stored(origin, { language, theme, care, token: member.token })),
  context: async ({ context, member }, use) => {
    await giveDeviceKey(context, member);
    await use(context);
  },
});

type ServerFixture = [
  (fixtures: object, use: (server: RunningServer) => Promise<void>) => Promise<void>,
  { scope: 'worker'; timeout: number },
];

/** A separate server for a spec that needs other settings than the shared one; started once in each worker. */
export function serverWith(settings: Readonly<Record<string, string>>): ServerFixture {
  return [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what is needed: nothing.
    async ({}, use) => {
      const server = await startServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ];
}

type MainServer = {
  readonly origin: string;
  readonly dataDir: string;
  readonly secretsDir: string;
  /** The keys of the witnesses that watch its order log. */
  readonly witnesses: readonly string[];
};

/** The server that all specs share. */
export function mainServer(): MainServer {
  const {
    CANDOR_E2E_ORIGIN: origin,
    CANDOR_E2E_DATA_DIR: dataDir,
    CANDOR_E2E_SECRETS_DIR: secretsDir,
    CANDOR_E2E_WITNESSES: witnesses,
  } = process.env;
  if (origin === undefined || dataDir === undefined || secretsDir === undefined || witnesses === undefined)
    throw new Error('global-setup.ts did not start a server');
  return { origin, dataDir, secretsDir, witnesses: witnesses.split(' ') };
}

/** Signs with the key of that server. */
export function siteSigner(): Signer {
  return signerOfSeed(readFileSync(join(mainServer().secretsDir, 'tick.key')));
}

type Stored = {
  language: Language;
  theme: Theme;
  care?: Options['care'];
  token?: string;
  /** Other choices of the display. */
  display?: Readonly<Record<string, unknown>>;
  /** What else is kept. */
  kept?: Readonly<Record<string, unknown>>;
};

/** The data the client finds on the device when it starts. */
export function stored(
  origin: string,
  { language, theme, care = 'off', token, display: choices = {}, kept = {} }: Stored,
): NonNullable<BrowserContextOptions['storageState']> {
  const localStorage: { name: string; value: string }[] = [{ name: 'language', value: language }];
  if (token !== undefined) localStorage.push({ name: 'App-Token', value: token });
  // Choices that outlive a logout are in IndexedDB; their copy is what the first paint shows.
  const display = { theme, care, ...choices };
  localStorage.push({ name: 'display', value: JSON.stringify(display) });
  const records = [
    { key: 'display', value: display },
    { key: 'language', value: language },
    ...Object.entries(kept).map(([key, value]) => ({ key, value })),
  ];
  const stores = [{ name: 'kept', autoIncrement: false, records, indexes: [] }];
  const state = { origin, localStorage, indexedDB: [{ name: 'candor', version: 1, stores }] };
  return { cookies: [], origins: [state] };
}

function collectComplaints(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
}
