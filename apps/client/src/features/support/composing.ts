/*
 * What a member wrote and the server does not have yet: drafts, and messages on their way. In memory only. It survives
 * leaving the screen and an expired session, and never passes to another member.
 */

import { PATHS } from '@candor/contract/routes';
import type { ErrorKey } from '@candor/contract/error-keys';
import { supportBody, supportMessage } from '@candor/contract/support';
import type { SupportMessage } from '@candor/contract/support';
import { newKey } from '@candor/api-client/new-key';
import { observable } from '@candor/api-client/observable';
import { useObservable } from '../../lib/observable.ts';
import { post } from '../../services/api/request.ts';
import { schemaErrors } from '../../services/form/form-errors.ts';
import { memberRound } from '../../services/session/interruption.ts';

/** A message that was sent and is not answered yet, or that failed. */
export type Unsent = {
  /** Kept over every retry, so that no message is written twice. */
  key: string;
  text: string;
  orderId: string | null;
  state: 'sending' | 'failed';
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

const composing = observable<Composing>({ round: 0, drafts: {}, unsent: [] });

function own(kept: Composing, round: number): Composing {
  return kept.round === round ? kept : { round, drafts: {}, unsent: [] };
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
}

/** What is wrong with a text; an empty one is not wrong yet. */
export function textProblem(text: string): ErrorKey | null {
  if (text.trim() === '') return null;
  return schemaErrors({ fields: ['text'] }, supportBody, { text }).text ?? null;
}

/** Sends a new message and empties its draft. Calls `onTaken`, unless the member has changed since. */
export async function sendMessage(
  text: string,
  orderId: string | null,
  onTaken: (message: SupportMessage) => void,
): Promise<void> {
  const message: Unsent = { key: newKey(), text, orderId, state: 'sending', error: null };
  keepDraft(orderId, '');
  change(({ unsent }) => ({ unsent: [...unsent, message] }));
  await deliver(message, onTaken);
}

/** Sends a failed message again, under the same key. */
export async function retryMessage(message: Unsent, onTaken: (message: SupportMessage) => void): Promise<void> {
  change(replaced({ ...message, state: 'sending', error: null }));
  await deliver(message, onTaken);
}

/** Puts a refused message back into its field, before anything typed there since. */
export function takeBack(message: Unsent): void {
  change(({ unsent }) => ({ unsent: unsent.filter(({ key }) => key !== message.key) }));
  const draft = composingNow().drafts[message.orderId ?? ''] ?? '';
  keepDraft(message.orderId, draft === '' ? message.text : `${message.text}\n${draft}`);
}

function replaced(message: Unsent) {
  return (now: Composing) => ({
    unsent: now.unsent.map((each) => (each.key === message.key ? message : each)),
  });
}

/** If another member took over before the answer came, the message is gone and nothing is called. */
async function deliver(message: Unsent, onTaken: (message: SupportMessage) => void): Promise<void> {
  const { key, text, orderId } = message;
  const round = memberRound.get();
  try {
    const body = { text, ...(orderId === null ? {} : { orderId }) };
    const taken = await post(PATHS.supportMessages, body, supportMessage, { idempotencyKey: key });
    if (round === memberRound.get()) onTaken(taken);
    change(({ unsent }) => ({ unsent: unsent.filter((each) => each.key !== key) }));
  } catch (error) {
    change(replaced({ ...message, state: 'failed', error }));
  }
}
