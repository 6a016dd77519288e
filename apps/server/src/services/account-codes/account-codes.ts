import { randomInt, timingSafeEqual } from 'node:crypto';
import type { CodePurpose, NoticePurpose } from '@candor/domain/identity/account-code';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import * as z from 'zod/mini';
import type { Db, Pool } from '../../platform/db/pool.ts';
import { withTransaction } from '../../platform/db/transaction.ts';
import type { Fingerprints } from '../idempotency/idempotency.ts';
import { judgeInTurn } from '../secrets/judge-in-turn.ts';
import { seal, unseal } from '../secrets/seal.ts';
import {
  countGuess,
  replaceCode,
  replaceMessage,
  selectAddressee,
  selectMessage,
  selectResendSec,
  uncountGuess,
} from './code-store.ts';

/*
 * Six-digit codes: made, sent through the outbox, and guessed at. The database keeps a code as a HMAC of code, member,
 * purpose and phone; the message is sealed until it is delivered. No code is ever in a log.
 */

const message = z.object({ to: z.string(), code: z.string() });
export type CodeMessage = z.infer<typeof message>;
const notice = z.object({ to: z.string() });
type NoticeMessage = z.infer<typeof notice>;

export interface CodeDeps {
  pool: Pool;
  fingerprints: Fingerprints;
  sealKey: Buffer;
}

/** Makes a code and puts it on its way. An error is the seconds until the next one may be made. */
export async function issueCode(
  { pool, fingerprints, sealKey }: CodeDeps,
  { memberId, purpose, to, language }: { memberId: bigint; purpose: CodePurpose; to: string; language: string },
): Promise<Result<null, number>> {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  return await withTransaction(pool, async (db) => {
    const isMade = await replaceCode(db, {
      memberId,
      purpose,
      codeHash: hashOf(fingerprints, { memberId, purpose, to, code }),
    });
    if (!isMade) return err(Math.max(1, await selectResendSec(db, memberId, purpose)));
    const sealed = seal(sealKey, JSON.stringify({ to, code } satisfies CodeMessage), sealPurpose(memberId, purpose));
    await replaceMessage(db, { memberId, purpose, channel: 'sms', language, sealed });
    return ok(null);
  });
}

/**
 * Counts a wrong guess, and returns the hash of the code when it is right. A code is right only for the phone it went to: not
 * after the phone has changed.
 * @param guess `turn`: whose guesses wait for each other, if not those of the member; nobody's wait by the name that was typed
 * @param alsoFits what else has to be right, asked when the code is. If it is not, the guess stays counted
 */
export async function guessCode(
  { pool, fingerprints }: Pick<CodeDeps, 'pool' | 'fingerprints'>,
  guess: { memberId: bigint; purpose: CodePurpose; to: string; code: string; turn?: string },
  alsoFits: () => boolean | Promise<boolean> = () => true,
): Promise<Buffer | undefined> {
  const { memberId, purpose, turn = memberId.toString() } = guess;
  return await judgeInTurn(`code/${turn}/${purpose}`, async () => {
    const expected = await countGuess(pool, memberId, purpose);
    const given = hashOf(fingerprints, guess);
    if (expected === undefined || !timingSafeEqual(expected, given)) return undefined;
    if (!(await alsoFits())) return undefined;
    await uncountGuess(pool, memberId, purpose);
    return expected;
  });
}

export function openMessage(sealKey: Buffer, memberId: bigint, purpose: CodePurpose, sealed: Buffer): CodeMessage {
  return message.parse(JSON.parse(unseal(sealKey, sealed, sealPurpose(memberId, purpose))));
}

/** Tells a member that a secret was replaced, in the transaction that replaces it. `language`: for who chose none. */
export async function sendNotice(
  db: Db,
  sealKey: Buffer,
  { memberId, purpose, language }: { memberId: bigint; purpose: NoticePurpose; language: string },
): Promise<void> {
  const { to, language: chosen } = await selectAddressee(db, memberId, language);
  const sealed = seal(sealKey, JSON.stringify({ to } satisfies NoticeMessage), sealPurpose(memberId, purpose));
  await replaceMessage(db, { memberId, purpose, channel: 'sms', language: chosen, sealed });
}

export function openNotice(sealKey: Buffer, memberId: bigint, purpose: NoticePurpose, sealed: Buffer): NoticeMessage {
  return notice.parse(JSON.parse(unseal(sealKey, sealed, sealPurpose(memberId, purpose))));
}

/** The code that waits for a member, on a practice site without a gateway; null when there is none. */
export async function readPracticeCode(
  db: Db,
  sealKey: Buffer,
  memberId: bigint,
  purpose: CodePurpose,
): Promise<string | null> {
  const sealed = await selectMessage(db, memberId, purpose);
  return sealed === undefined ? null : openMessage(sealKey, memberId, purpose, sealed).code;
}

function hashOf(
  fingerprints: Fingerprints,
  { memberId, purpose, to, code }: { memberId: bigint; purpose: CodePurpose; to: string; code: string },
): Buffer {
  return fingerprints.of({ accountCode: purpose, member: memberId.toString(), to, code });
}

function sealPurpose(memberId: bigint, purpose: CodePurpose | NoticePurpose): string {
  return `code/${memberId}/${purpose}`;
}
