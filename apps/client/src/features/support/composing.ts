/*
 * What a person wrote and the server does not have yet: drafts, and messages on their way. It survives leaving the screen
 * and an expired session, and never passes to another member. Drafts of texts also survive a reload: they are stored with
 * the name of their member, and deleted with the session.
 */

import { sendMessage as sendMessageCall, sendPicture, sendVisitorMessage } from '@candor/contract/calls/support';
import type { ErrorKey } from '@candor/contract/error-keys';
import { supportBody } from '@candor/contract/support';
import type { SupportMessage } from '@candor/contract/support';
import { newKey } from '@candor/api-client/new-key';
import { observable } from '@candor/api-client/observable';
import { readStored, writeStored } from '@candor/api-client/safe-storage';
import { useObservable } from '../../lib/observable.ts';
import { call } from '../../services/api/request.ts';
import { schemaErrors } from '../../services/form/form-errors.ts';
import { memberRound } from '../../services/session/interruption.ts';
import { session } from '../../services/session/session.ts';
import { visitorOptions } from './channel.ts';
import type { Channel } from './channel.ts';

/** What one message holds: a text, with or without an order, or a picture. */
export type Content = { text: string; orderId: string | null; picture: File | null };

/** A message that was sent and is not answered yet, or that failed. */
export type Unsent = Content & {
  /** Kept over every retry, so that no message is written twice. */
  key: string;
  channel: Channel;
  state: 'sending' | 'failed';
  /** How much of a picture has left: 0 to 1. */
  sent: number;
  /** Why it failed. */
  error: unknown;
};

export type Composing = {
  /** The round of the member it belongs to. */
  round: number;
  /** By the order they are about; '' for no order. */
  drafts: Readonly<Record<string, string>>;
  unsent: readonly Unsent[];
};

/** The solved captcha, which goes with the first message of a visitor. */
export const captchaAnswer = observable<{ uuid: string; code: string }>({ uuid: '', code: '' });

const STORED = 'support_drafts';
const DRAFTS_MAX = 10;

const composing = observable<Composing>({ round: memberRound.get(), drafts: storedDrafts(), unsent: [] });

function own(kept: Composing, round: number): Composing {
  return kept.round === round ? kept : { round, drafts: {}, unsent: [] };
}

/** The drafts of this member that an earlier visit of the app left. */
function storedDrafts(): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(readStored(STORED) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('name' in stored) || !('drafts' in stored)) return {};
    const { name, drafts } = stored;
    if (name !== session.state.get().name || typeof drafts !== 'object' || drafts === null) return {};
    return Object.fromEntries(Object.entries(drafts).flatMap(([about, text]) => (isText(text) ? [[about, text]] : [])));
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function useComposing(): Composing {
  return own(useObservable(composing), useObservable(memberRound));
}

/** The same, for use outside of rendering. */
export function composingNow(): Composing {
  return own(composing.get(), memberRound.get());
}

function change(next: (now: Composing) => Partial<Composing>): void {
  const now = composingNow();
  composing.set({ ...now, ...next(now) });
}

export function keepDraft(about: string | null, text: string): void {
  change(({ drafts }) => ({ drafts: { ...drafts, [about ?? '']: text } }));
  const written = Object.entries(composingNow().drafts)
    .filter(([, draft]) => draft !== '')
    .slice(-DRAFTS_MAX);
  const kept = { name: session.state.get().name, drafts: Object.fromEntries(written) };
  writeStored(STORED, written.length === 0 ? null : JSON.stringify(kept));
}

/** What is wrong with a text; an empty one is not wrong yet. */
export function textProblem(text: string): ErrorKey | null {
  if (text.trim() === '') return null;
  return schemaErrors({ fields: ['text'] }, supportBody, { text }).text ?? null;
}

type OnTaken = (message: SupportMessage) => void;

/** Sends a new message and empties its draft. Calls `onTaken`, unless the member has changed since. */
export async function sendMessage(content: Content, channel: Channel, onTaken: OnTaken): Promise<void> {
  const message: Unsent = { ...content, key: newKey(), channel, state: 'sending', sent: 0, error: null };
  if (content.picture === null) keepDraft(content.orderId, '');
  change(({ unsent }) => ({ unsent: [...unsent, message] }));
  await deliver(message, onTaken);
}

/** Sends a failed message again, under the same key. */
export async function retryMessage(message: Unsent, onTaken: OnTaken): Promise<void> {
  change(replaced({ ...message, state: 'sending', sent: 0, error: null }));
  await deliver(message, onTaken);
}

/** Puts a refused message back into its field, before anything typed there since. A refused picture is dropped. */
export function takeBack(message: Unsent): void {
  change(({ unsent }) => ({ unsent: unsent.filter(({ key }) => key !== message.key) }));
  if (message.picture !== null) return;
  const draft = composingNow().drafts[message.orderId ?? ''] ?? '';
  keepDraft(message.orderId, draft === '' ? message.text : `${message.text}\n${draft}`);
}

function replaced(message: Unsent) {
  return (now: Composing) => ({
    unsent: now.unsent.map((each) => (each.key === message.key ? message : each)),
  });
}

/** If another member took over before the answer came, the message is gone and nothing is called. */
async function deliver(message: Unsent, onTaken: OnTaken): Promise<void> {
  const round = memberRound.get();
  try {
    const taken = await transfer(message);
    if (round === memberRound.get()) onTaken(taken);
    change(({ unsent }) => ({ unsent: unsent.filter((each) => each.key !== message.key) }));
  } catch (error) {
    change(replaced({ ...message, state: 'failed', error }));
  }
}

async function transfer(message: Unsent): Promise<SupportMessage> {
  const { key: idempotencyKey, channel, text, orderId, picture } = message;
  if (picture !== null) {
    const form = new FormData();
    form.set('picture', picture);
    const onProgress = (sent: number) => change(replaced({ ...message, state: 'sending', sent, error: null }));
    return await call(sendPicture, { body: form, idempotencyKey, onProgress });
  }
  if (channel === 'member') {
    const body = { text, ...(orderId === null ? {} : { orderId }) };
    return await call(sendMessageCall, { body, idempotencyKey });
  }
  const { uuid, code } = captchaAnswer.get();
  const body = { text, ...(code === '' ? {} : { uuid, code }) };
  return await call(sendVisitorMessage, { body, ...visitorOptions(), idempotencyKey });
}
