/*
 * Appearance and language of each member. `lib/preferences.ts` keeps the last ones of the device, which a visitor sees too. Here the
 * choices of the member who signs in come back: those of this device at once, and those that another device made later when
 * the account's profile is read. Language, theme, direction colours and care mode belong to the account; the rest is the
 * device's own.
 */

import { saveProfile, readProfile } from '@candor/contract/calls/account';
import { useEffect, useState } from 'react';
import type { ProfileView } from '@candor/contract/identity';
import { isLanguage } from '@candor/contract/languages';
import type { Language } from '@candor/contract/languages';
import { switchLanguage } from '../../lib/i18n.tsx';
import { readKept, tryWriteKept } from '../../lib/kept-store.ts';
import { language } from '../../lib/language.ts';
import { changeDisplay, display, readDisplay } from '../../lib/preferences.ts';
import { call } from '../api/request.ts';
import { serverNow } from '../live/server-clock.ts';
import { session, useSession } from './session.ts';

/** Several presses in a row are one call. */
const SEND_AFTER_MS = 800;

/** What the account keeps. */
type Appearance = { language: Language } & Pick<ProfileView, 'riseColour' | 'theme' | 'care'>;

/** Devices keep it under this name. */
function keyOf(account: string): string {
  return `looks:${account}`;
}

/** What was shown before the first render. */
let early: { account: string; restored: Restored } | null = null;

/** Shows the appearance of the signed-in member while the skeleton of the page still stands. */
export async function restoreAppearanceEarly(): Promise<void> {
  const { name: account } = session.state.get();
  if (account !== '') early = { account, restored: await restoreAppearance(account).catch(() => NEVER) };
}

/** Returns true once the appearance of the signed-in member is shown, and keeps what they change from then on. */
export function useAccountAppearance(): boolean {
  const account = useSession((state) => state.name);
  const [shownFor, setShownFor] = useState<string | null>(() => (early?.account === account ? account : null));
  useEffect(() => {
    if (account === '') return;
    let release = () => {};
    let left = false;
    const shown = early?.account === account ? early.restored : null;
    early = null;
    void (shown === null ? restoreAppearance(account).catch(() => NEVER) : Promise.resolve(shown)).then((restored) => {
      if (left) return;
      release = followAppearance(account, restored);
      setShownFor(account);
    });
    return () => {
      left = true;
      release();
    };
  }, [account]);
  return account === '' || shownFor !== null;
}

/** When the member chose here; 0 if they never did. Null for the language that is shown already. */
type Restored = { readonly chosenAtMs: number; readonly language: Language | null };
const NEVER: Restored = { chosenAtMs: 0, language: null };

/** Shows what this device kept of the member. */
export async function restoreAppearance(account: string): Promise<Restored> {
  const kept = await readKept(keyOf(account));
  if (typeof kept !== 'object' || kept === null) return NEVER;
  const appearance: Record<string, unknown> = { ...kept };
  changeDisplay(readDisplay(appearance['display']));
  // The texts of another language may be slow: they must not hold back the first screen.
  const spoken = isLanguage(appearance['language']) ? appearance['language'] : null;
  if (spoken !== null && spoken !== language.get()) void switchLanguage(spoken);
  return { chosenAtMs: typeof appearance['chosenAtMs'] === 'number' ? appearance['chosenAtMs'] : 0, language: spoken };
}

/**
 * Keeps what the member changes, on this device and in the account. A member who never chose anything keeps what the
 * device showed when they first signed in. Whichever choice is the later one holds: of this device, or of the account.
 */
export function followAppearance(account: string, restored: Restored): () => void {
  let { chosenAtMs } = restored;
  // The restored language may still be on its way: it is no new choice.
  let known: Appearance = { ...shownAppearance(), language: restored.language ?? language.get() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isApplying = false;
  const left = new AbortController();

  const keep = () => tryWriteKept(keyOf(account), { display: display.get(), language: language.get(), chosenAtMs });
  const isMine = () => !left.signal.aborted && session.state.get().name === account;
  const took = ({ looksAt }: ProfileView) => {
    if (looksAt !== null) chosenAtMs = Date.parse(looksAt);
    keep();
  };
  const send = async () => {
    if (!isMine()) return;
    const chosenBefore = chosenAtMs;
    const view = await call(saveProfile, { body: shownAppearance() });
    // A choice made meanwhile is later than this answer.
    if (isMine() && chosenAtMs === chosenBefore) took(view);
  };
  const sendSoon = () => {
    clearTimeout(timer);
    // Without a network it stays on this device, and is sent when the member is here again.
    timer = setTimeout(() => void send().catch(() => undefined), SEND_AFTER_MS);
  };
  const changed = () => {
    const now = shownAppearance();
    if (!isApplying && !isSame(now, known)) {
      chosenAtMs = serverNow();
      sendSoon();
    }
    known = now;
    keep();
  };
  const compare = async () => {
    const view = await call(readProfile, { signal: left.signal });
    if (!isMine()) return;
    const accountAtMs = view.looksAt === null ? 0 : Date.parse(view.looksAt);
    if (accountAtMs > chosenAtMs) {
      isApplying = true;
      await show(view).finally(() => (isApplying = false));
      known = shownAppearance();
      took(view);
    } else if (chosenAtMs > accountAtMs) sendSoon();
  };

  keep();
  const stops = [display.subscribe(changed), language.subscribe(changed)];
  void compare().catch(() => undefined);
  return () => {
    left.abort();
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

const UPDOWNS = { red: 'red-up', green: 'green-up', blue: 'blue-up' } as const;

/** Shows what the account says. A language whose texts do not load stays as it was. */
async function show({ riseColour, theme, care, language: spoken }: ProfileView): Promise<void> {
  changeDisplay({ theme, updown: riseColour === null ? null : UPDOWNS[riseColour], care: care ? 'on' : 'off' });
  if (spoken !== null && spoken !== language.get()) await switchLanguage(spoken);
}

function shownAppearance(): Appearance {
  const { theme, updown, care } = display.get();
  const riseColour = updown === 'red-up' ? 'red' : updown === 'green-up' ? 'green' : updown === null ? null : 'blue';
  return { theme, riseColour, care: care === 'on', language: language.get() };
}

function isSame(one: Appearance, other: Appearance): boolean {
  return (
    one.theme === other.theme &&
    one.riseColour === other.riseColour &&
    one.care === other.care &&
    one.language === other.language
  );
}
