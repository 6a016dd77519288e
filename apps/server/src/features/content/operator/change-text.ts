import { createHash } from 'node:crypto';
import { LEGAL_SLUGS } from '@candor/contract/content';
import { textChangeView as changeSchema } from '@candor/contract/console-texts';
import type { TextChangeBody, TextChangeView, TextsByLanguage } from '@candor/contract/console-texts';
import type { ErrorKey } from '@candor/contract/errors';
import { LANGUAGES } from '@candor/contract/languages';
import type { AdjustmentEvent, AdjustmentState } from '@candor/domain/cashier/adjustment';
import { decideChange as decide } from '@candor/domain/cashier/terms';
import { isPlainText, readMarkup, tidyMarkup } from '@candor/domain/content/read-markup';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../../platform/db/pool.ts';
import { uuidV7 } from '../../../platform/ids/ids.ts';
import type { Call, Command } from '../../../services/commands/run-commands.ts';
import {
  insertTextChange,
  isTextProposed,
  lockText,
  selectNewest,
  selectTextChange,
  updateTextChange,
} from '../text-store.ts';
import type { ChangeRow, NewTextChange } from '../text-store.ts';
import { textChangeView } from './text-view.ts';

export interface TextRefusal {
  readonly key: ErrorKey;
  /** The path of the field in the body. */
  readonly field?: string;
}
export type ChangeAnswer = Result<TextChangeView, TextRefusal>;

interface ProposalFacts {
  version: number;
  /** What holds; undefined for a text that is new. */
  held: TextsByLanguage | undefined;
  isOpen: boolean;
}

/**
 * An operator writes the next version of a text in all languages. One that binds members waits for another operator; any
 * other is published at once.
 */
export function proposeText(): Command<TextChangeBody, ProposalFacts, NewTextChange, null, ChangeAnswer> {
  return {
    name: 'console/texts/propose',
    stored: storedChange,
    readFacts: async (db, calls) => {
      const { slug } = onlyCall(calls).input;
      await lockText(db, slug);
      const newest = await selectNewest(db, slug);
      return { version: newest?.version ?? 0, held: newest?.texts, isOpen: await isTextProposed(db, slug) };
    },
    decide: (call, { version, held, isOpen }) => {
      const refuse = (refusal: TextRefusal) => ({ answer: err(refusal), kept: false });
      const { slug, base, texts: written, reason } = call.input;
      if (isOpen) return refuse({ key: 'TERMS_CHANGE_OPEN' });
      if (version !== base) return refuse({ key: 'TERMS_CHANGE_OLD' });
      const texts = readTexts(written);
      if (!texts.ok) return refuse(texts.error);
      if (held !== undefined && comparable(texts.value) === comparable(held)) return refuse({ key: 'TERMS_UNCHANGED' });
      return { effect: { id: uuidV7(), slug, base, texts: texts.value, reason, makerId: operatorOf(call) } };
    },
    write: async (db, effects) => {
      for (const effect of effects) {
        await insertTextChange(db, effect);
        if (!LEGAL_SLUGS.includes(effect.slug))
          await updateTextChange(db, { id: effect.id, status: 'approved', checkerId: effect.makerId, note: null });
      }
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => await answerOf(db, effect.id))),
    auditOf: ({ id, slug, base, texts, reason }) => ({
      subjectType: 'text',
      subjectId: id,
      detail: {
        text: slug,
        version: base + 1,
        status: LEGAL_SLUGS.includes(slug) ? 'proposed' : 'approved',
        sha256: hashOf(texts),
        reason,
      },
    }),
  };
}

export interface TextDecision {
  readonly id: string;
  readonly reason: string | undefined;
}

interface DecisionFacts {
  row: ChangeRow | undefined;
  version: number;
}

interface DecisionEffect {
  row: ChangeRow;
  status: AdjustmentState;
  operatorId: bigint;
  note: string | null;
}

/** An operator approves, rejects or withdraws a proposal. The database publishes what is approved in the same transaction. */
export function decideText(
  event: AdjustmentEvent,
): Command<TextDecision, DecisionFacts, DecisionEffect, null, ChangeAnswer> {
  return {
    name: `console/texts/${event}`,
    stored: storedChange,
    readFacts: async (db, calls) => {
      const { id } = onlyCall(calls).input;
      const found = await selectTextChange(db, id);
      if (found === undefined) return { row: undefined, version: 0 };
      await lockText(db, found.slug);
      return {
        row: await selectTextChange(db, id),
        version: (await selectNewest(db, found.slug))?.version ?? 0,
      };
    },
    decide: (call, { row, version }) => {
      if (row === undefined) return { answer: err({ key: 'TERMS_CHANGE_NOT_FOUND' }), kept: false };
      const operatorId = operatorOf(call);
      const note = call.input.reason ?? null;
      const change = { state: row.status, makerId: BigInt(row.maker.id), base: row.base };
      const decided = decide(change, operatorId, { event, hasReason: note !== null, version });
      return decided.ok
        ? { effect: { row, status: decided.value, operatorId, note } }
        : { answer: err(refusalOf(decided.error)), kept: false };
    },
    write: async (db, effects) => {
      for (const { row, status, operatorId, note } of effects)
        await updateTextChange(db, { id: row.id, status, checkerId: operatorId, note });
      return effects.map(() => null);
    },
    answer: async (db, done) => await Promise.all(done.map(async ({ effect }) => await answerOf(db, effect.row.id))),
    auditOf: ({ row, status, note }) => ({
      subjectType: 'text',
      subjectId: row.id,
      // So that the chain says which words were decided on, and not only that some were.
      detail: { text: row.slug, version: row.base + 1, status, sha256: hashOf(row.texts), reason: note },
    }),
  };
}

function refusalOf(error: 'SECOND_OPERATOR_NEEDED' | 'MAKER_ONLY' | 'REASON_REQUIRED' | 'STATE_CHANGED' | 'TERMS_OLD') {
  if (error === 'STATE_CHANGED') return { key: 'TERMS_CHANGE_DECIDED' as const };
  if (error === 'TERMS_OLD') return { key: 'TERMS_CHANGE_OLD' as const };
  return error === 'REASON_REQUIRED' ? { key: error, field: 'reason' } : { key: error };
}

/** The written texts as blocks, or the first field with a line that is not plain text. */
function readTexts(written: TextChangeBody['texts']): Result<TextsByLanguage, TextRefusal> {
  const read: Partial<TextsByLanguage> = {};
  for (const language of LANGUAGES) {
    const { title, change, body } = written[language];
    const refuse = (field: string) => err({ key: 'TEXT_FORM_INVALID' as const, field: `texts.${language}.${field}` });
    if (!isPlainText(title)) return refuse('title');
    if (!isPlainText(change)) return refuse('change');
    const blocks = readMarkup(tidyMarkup(body));
    if (!blocks.ok || blocks.value.length === 0) return refuse('body');
    read[language] = { title, change, body: blocks.value };
  }
  const { 'zh-Hans': hans, 'zh-Hant': hant, en } = read;
  if (hans === undefined || hant === undefined || en === undefined) throw new Error('a language was not read');
  return ok({ 'zh-Hans': hans, 'zh-Hant': hant, en });
}

/** Titles and bodies: the sentence about the change is about them, and no change by itself. */
function comparable(texts: TextsByLanguage): string {
  return JSON.stringify(LANGUAGES.map((language) => [texts[language].title, texts[language].body]));
}

function hashOf(texts: TextsByLanguage): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** Only what was carried out is kept for a retry. */
const storedChange = {
  of: (answer: ChangeAnswer) => (answer.ok ? answer.value : null),
  read: (json: unknown): ChangeAnswer => ok(changeSchema.parse(json)),
};

async function answerOf(db: Db, id: string): Promise<ChangeAnswer> {
  const row = await selectTextChange(db, id);
  if (row === undefined) throw new Error('the proposal was not found again');
  return ok(textChangeView(row));
}

function onlyCall<Input>(calls: readonly Call<Input>[]): Call<Input> {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error('operators change texts one at a time');
  return call;
}

function operatorOf({ operatorId }: Call<unknown>): bigint {
  if (operatorId === undefined) throw new Error('an operator decides about texts');
  return operatorId;
}
