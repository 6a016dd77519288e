import { mainServer, test } from './fixtures.ts';
import { registerMember } from './member-api.ts';
import type { MemberApi } from './member-api.ts';
import { live, liveOn } from './screens.ts';
import type { Lived } from './screens.ts';

/** Somebody who has done nothing, and somebody who lived. */
type People = {
  newcomer: MemberApi;
  resident: MemberApi;
  lived: Lived;
};

/** Longer than a slow machine needs for all screens. */
const VISIT_MS_MAX = 90_000;

let prepared: Promise<People> | undefined;

/** The same two in every test of a worker process, so in every language and theme of a size: to live takes many seconds. */
export async function people(): Promise<People> {
  return await (prepared ??= prepare());
}

/** What the resident did, with an order that still runs. */
export async function residentsLife(): Promise<Lived> {
  const known = await people();
  known.lived = await liveOn(known.resident, known.lived, VISIT_MS_MAX);
  return known.lived;
}

export const newcomerTest = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what is needed: nothing.
  member: async ({}, use) => await use((await people()).newcomer),
});

export const residentTest = test.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to learn what is needed: nothing.
  member: async ({}, use) => await use((await people()).resident),
});

async function prepare(): Promise<People> {
  const { origin } = mainServer();
  const [newcomer, resident] = await Promise.all([registerMember(origin), registerMember(origin)]);
  return { newcomer, resident, lived: await live(resident) };
}
