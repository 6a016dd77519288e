import { verificationView as schema } from '@candor/contract/verification';
import type { VerificationView } from '@candor/contract/verification';
import { isSameName } from '@candor/domain/identity/bank-card';
import { checkResidentId } from '@candor/domain/identity/resident-id';
import { keptParts } from '@candor/domain/identity/verification';
import type { VerificationPart } from '@candor/domain/identity/verification';
import { err, ok } from '@candor/domain/result';
import type { Result } from '@candor/domain/result';
import type { Db } from '../../platform/db/pool.ts';
import type { Command } from '../../services/commands/run-commands.ts';
import { keepFiles } from '../../services/files/file-store.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { isMarkTaken, noteMark } from '../../services/marks/mark-store.ts';
import { selectCard, selectIdentity } from '../../services/verification/verification-store.ts';
import { identityOf, openHolder, submittedPurpose } from '../../services/verification/verification-of-member.ts';
import { seal, unseal } from '../../services/secrets/seal.ts';
import { insertSubmission, selectNewestSubmission } from './verification-store.ts';
import type { NewSubmission, SubmissionRow } from './verification-store.ts';
import { verificationView } from './verification-view.ts';
import { nameMark } from '../../services/marks/marks.ts';

/** What a member sends. The photos are sealed files already; a part that is undefined is kept from the last submission. */
export interface SubmittedIdentity {
  readonly realName: string | undefined;
  readonly idNumber: string | undefined;
  readonly front: string | undefined;
  readonly back: string | undefined;
}

export type VerificationRefusal =
  | { readonly key: 'VERIFICATION_PENDING' | 'VERIFICATION_DONE' | 'NAME_HOLDER_DIFFERS' | 'ID_NUMBER_USED' }
  | { readonly key: 'PARTS_MISSING'; readonly parts: readonly VerificationPart[] };

interface Known {
  readonly earlier: SubmissionRow | undefined;
  readonly cardHolder: string | null;
  /** Whether the number belongs to another member. */
  readonly isUsed: boolean;
  /** As given at registration, if it can be verified. */
  readonly registered: { readonly realName: string | undefined; readonly idNumber: string | undefined };
}

export interface SubmitDeps {
  readonly sealKey: Buffer;
  readonly fingerprints: Fingerprints;
  /** The business date, YYYY-MM-DD. */
  readonly today: () => string;
}

/** Submits a member's documents for review. Who has documents in review, or is verified, cannot submit. */
export function submitVerification({
  sealKey,
  fingerprints,
  today,
}: SubmitDeps): Command<
  SubmittedIdentity,
  ReadonlyMap<bigint, Known>,
  NewSubmission,
  bigint,
  Result<VerificationView, VerificationRefusal>
> {
  return {
    name: 'account/verification/submit',
    stored: {
      of: (answer) => (answer.ok ? answer.value : null),
      read: (json) => ok(schema.parse(json)),
    },
    readFacts: async (db, calls) => {
      const facts = new Map<bigint, Known>();
      for (const { memberId, input } of calls) {
        const known = await readKnown(db, memberId, { sealKey, today: today() });
        facts.set(memberId, { ...known, isUsed: await isUsed(db, memberId, numberHashOf(input, known, fingerprints)) });
      }
      return facts;
    },
    decide: ({ memberId, input }, facts) => {
      const known = facts.get(memberId);
      if (known === undefined) throw new Error('a member of the call has no facts');
      const { earlier, cardHolder, registered } = known;
      const kept = keptParts(
        input,
        earlier === undefined ? undefined : { state: earlier.status, wrong: earlier.wrong },
        (['realName', 'idNumber'] as const).filter((part) => registered[part] !== undefined),
      );
      if (!kept.ok) {
        const refusal: VerificationRefusal =
          typeof kept.error === 'string' ? { key: kept.error } : { key: 'PARTS_MISSING', parts: kept.error };
        return { answer: err(refusal), kept: false };
      }
      const whole = complete(input, known, { memberId, sealKey, fingerprints });
      if (cardHolder !== null && !isSameName(whole.realName, cardHolder))
        return { answer: err({ key: 'NAME_HOLDER_DIFFERS' }), kept: false };
      if (known.isUsed) return { answer: err({ key: 'ID_NUMBER_USED' }), kept: false };
      return { effect: whole.submission };
    },
    write: async (db, effects) => {
      const ids: bigint[] = [];
      for (const effect of effects) {
        await keepFiles(db, [effect.frontFile, effect.backFile]);
        ids.push(await insertSubmission(db, effect));
      }
      return ids;
    },
    answer: async (db, done) => {
      const answers: Result<VerificationView, VerificationRefusal>[] = [];
      for (const { call } of done)
        answers.push(ok(verificationView(await selectNewestSubmission(db, call.memberId), call.memberId, sealKey)));
      return answers;
    },
    newsOf: () => [{ type: 'account' }],
    auditOf: ({ memberId }) => ({ subjectType: 'member', subjectId: memberId.toString(), detail: {} }),
  };
}

async function readKnown(
  db: Db,
  memberId: bigint,
  { sealKey, today }: { sealKey: Buffer; today: string },
): Promise<Omit<Known, 'isUsed'>> {
  const card = await selectCard(db, memberId);
  const earlier = await selectNewestSubmission(db, memberId);
  const { name, number } = identityOf(await selectIdentity(db, memberId), memberId, sealKey);
  const registered = number === null ? undefined : checkResidentId(number, today);
  return {
    earlier,
    cardHolder: card === undefined ? null : openHolder(sealKey, memberId, card.holderSealed),
    registered: {
      realName: name ?? undefined,
      idNumber: registered?.ok === true ? registered.value.number : undefined,
    },
  };
}

/** The hash of the number that the submission would have; undefined where it is missing. */
function numberHashOf(
  { idNumber }: SubmittedIdentity,
  { earlier, registered }: Omit<Known, 'isUsed'>,
  fingerprints: Fingerprints,
): Buffer | undefined {
  if (idNumber === undefined && earlier !== undefined) return earlier.numberHash;
  const number = idNumber ?? registered.idNumber;
  return number === undefined ? undefined : fingerprints.of({ idNumber: number });
}

/** Whether the identity is another member's. An operator sees who tried it. */
async function isUsed(db: Db, memberId: bigint, numberHash: Buffer | undefined): Promise<boolean> {
  if (numberHash === undefined || !(await isMarkTaken(db, 'identity', numberHash, memberId))) return false;
  await noteMark(db, 'identity', numberHash, memberId);
  return true;
}

/** The parts that were sent, and the others as they were. */
function complete(
  input: SubmittedIdentity,
  { earlier, registered }: Known,
  { memberId, sealKey, fingerprints }: { memberId: bigint; sealKey: Buffer; fingerprints: Fingerprints },
): { submission: NewSubmission; realName: string } {
  const purpose = (column: 'realName' | 'idNumber') => submittedPurpose(column, memberId);
  const open = (column: 'realName' | 'idNumber', sealed: Buffer | undefined): string | undefined =>
    sealed === undefined ? undefined : unseal(sealKey, sealed, purpose(column));
  const realName = input.realName ?? open('realName', earlier?.nameSealed) ?? registered.realName;
  const idNumber = input.idNumber ?? open('idNumber', earlier?.numberSealed) ?? registered.idNumber;
  const frontFile = input.front ?? earlier?.frontFile;
  const backFile = input.back ?? earlier?.backFile;
  if (realName === undefined || idNumber === undefined || frontFile === undefined || backFile === undefined)
    throw new Error('a part is neither sent nor kept');
  return {
    realName,
    submission: {
      memberId,
      nameSealed: seal(sealKey, realName, purpose('realName')),
      numberSealed: seal(sealKey, idNumber, purpose('idNumber')),
      numberHash: fingerprints.of({ idNumber }),
      nameMark: nameMark(fingerprints, realName),
      frontFile,
      backFile,
    },
  };
}
