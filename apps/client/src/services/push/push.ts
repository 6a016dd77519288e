/*
 * Notifications of this device while the site is closed. Off until the member asks for them, on each device by itself. The
 * server forgets a device with its session; the browser's part is ended here.
 */

import { NotInTime, within } from '@candor/api-client/within';
import * as calls from '@candor/contract/calls/push';
import type { PushKind, PushView } from '@candor/contract/push';
import { language } from '../../lib/language.ts';
import { call } from '../api/request.ts';

/** The member reads the browser's question. Some browsers never answer while it is hidden or passed over. */
const QUESTION_MS_MAX = 60_000;
/** A worker that is not ready by then does not come, and a push service that does not answer is not there. */
const BROWSER_MS_MAX = 15_000;

/** Why notifications cannot be chosen here; null if they can. An iPhone has them only in the installed app. */
export function pushObstacle(): 'unsupported' | 'denied' | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

export type PushChoice = { kinds: readonly PushKind[]; amounts: boolean };

/** What this device has chosen. A device that its browser has forgotten has chosen nothing. */
export async function readPush(): Promise<PushChoice | null> {
  const [{ chosen }, own] = await Promise.all([call(calls.readPush), ownSubscription()]);
  return chosen !== null && own !== null && own.endpoint === chosen.endpoint ? chosen : null;
}

/**
 * Asks the browser for its permission where that is still open, and tells the server. Call it from a press.
 * @throws ApiError when the server refused; PushRefused when the browser or the member did
 */
export async function choosePush(choice: PushChoice): Promise<PushChoice | null> {
  if (choice.kinds.length === 0) {
    await leavePush();
    return chosenOf(await call(calls.leavePush));
  }
  const answer = await within(QUESTION_MS_MAX, Notification.requestPermission()).catch(() => null);
  if (answer !== 'granted') throw new PushRefused();
  const { key } = await call(calls.readPush);
  const own = await within(BROWSER_MS_MAX, subscribe(key)).catch((error: unknown) => {
    throw error instanceof NotInTime ? new PushRefused() : error;
  });
  const { endpoint = '', keys } = own.toJSON();
  const body = {
    endpoint,
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
    kinds: choice.kinds,
    amounts: choice.amounts,
    language: language.get(),
  };
  return chosenOf(await call(calls.choosePush, { body }));
}

function chosenOf({ chosen }: PushView): PushChoice | null {
  return chosen;
}

export class PushRefused extends Error {
  override name = 'PushRefused';
}

async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(wanted);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    // A subscription for another key of the site stands in the way. If it was something else, the second try fails too.
    await (await pushManager.getSubscription())?.unsubscribe();
    return await pushManager.subscribe(wanted).catch(() => {
      throw new PushRefused();
    });
  }
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const find = async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration?.pushManager.getSubscription()) ?? null;
  };
  return await within(BROWSER_MS_MAX, find()).catch(() => null);
}

/** The browser's part ends: its push service refuses the next message, and the server then forgets the device. */
export async function leavePush(): Promise<void> {
  if (pushObstacle() === 'unsupported') return;
  await ownSubscription()
    .then((own) => own?.unsubscribe())
    .catch(() => undefined);
}
