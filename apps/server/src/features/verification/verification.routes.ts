import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import * as calls from '@candor/contract/calls/verification';
import type { ErrorKey } from '@candor/contract/errors';
import type { AvatarView, BankCardView, VerificationView } from '@candor/contract/verification';
import { cardDigits, cardProblems } from '@candor/domain/identity/bank-card';
import { checkResidentId } from '@candor/domain/identity/resident-id';
import type { VerificationPart } from '@candor/domain/identity/verification';
import { localDateAt } from '@candor/domain/market/local-time';
import type { Result } from '@candor/domain/result';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { on, serve } from '../../platform/http/serve.ts';
import type { Call } from '../../platform/http/serve.ts';
import { earlierAnswers, runCommand } from '../../services/commands/run-commands.ts';
import type { Call as CommandCall, Command, OwnCall } from '../../services/commands/run-commands.ts';
import type { FilePurpose } from '../../services/files/file-store.ts';
import type { Files } from '../../services/files/files.ts';
import { AVATAR_SIZE, DOCUMENT_SIZE } from '../../services/files/image-size.ts';
import type { ImageSize } from '../../services/files/image-size.ts';
import type { Images } from '../../services/files/images.ts';
import { openFile, sealFile } from '../../services/files/sealed-files.ts';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { selectCard } from '../../services/verification/verification-store.ts';
import type { Passwords } from '../../services/secrets/passwords.ts';
import type { Secrets } from '../../services/secrets/secrets.ts';
import { requestOriginOf } from '../../services/security-events/request-origin.ts';
import type { Sessions } from '../../services/sessions/sessions.ts';
import type { Site } from '../../services/site/site.ts';
import { checkWithdrawPassword } from '../../services/withdraw-password/check-withdraw-password.ts';
import { bindCard } from './bind-card.ts';
import { changeAvatar } from './change-avatar.ts';
import { selectAvatar, selectNewestSubmission } from './verification-store.ts';
import { cardView, verificationView } from './verification-view.ts';
import { removeCard } from './remove-card.ts';
import { submitVerification } from './submit-verification.ts';
import type { SubmittedIdentity, VerificationRefusal } from './submit-verification.ts';

/**
 * What a member shows of themselves: bank card, identity documents, picture. No full number, no name and no photo of a document
 * is ever in an answer to a member or in a log. The rules are in packages/domain/src/identity.
 */
export interface VerificationDeps {
  pool: Pool;
  clock: Clock;
  site: Pick<Site, 'timeZone' | 'mode'>;
  secrets: Pick<Secrets, 'seal'>;
  sessions: Sessions;
  fingerprints: Fingerprints;
  privateFiles: Files;
  images: Images;
  passwords: Passwords;
}

export function verificationRoutes(app: HttpApp, deps: VerificationDeps): void {
  serve(app, deps, [
    on(calls.readBankCard, readBankCard),
    on(calls.bindBankCard, bindBankCard),
    on(calls.removeBankCard, removeBankCard),
    on(calls.readVerification, readVerification),
    on(calls.submitVerification, answerSubmitVerification),
    on(calls.changeAvatar, answerChangeAvatar),
    on(calls.readAvatar, readAvatar),
  ]);
}

async function readBankCard(
  { request }: Call<typeof calls.readBankCard>,
  { pool, secrets, sessions }: VerificationDeps,
): Promise<BankCardView | null> {
  const { memberId } = sessions.memberOf(request);
  return cardView(await selectCard(pool, memberId), memberId, secrets.seal);
}

// A guess at the withdraw password costs what a guess at any password costs.
async function bindBankCard(
  call: Call<typeof calls.bindBankCard>,
  deps: VerificationDeps,
): Promise<BankCardView | null> {
  const { body, request } = call;
  const { pool, secrets, fingerprints, site } = deps;
  const { memberId } = deps.sessions.memberOf(request);
  const { withdrawPwd, ...card } = body;
  const problems = cardProblems(card);
  if (Object.keys(problems).length > 0) throw refusedAt({ ...problems });
  await requirePin(deps, request, withdrawPwd);
  const answer = await run(pool, bindCard({ sealKey: secrets.seal, fingerprints, site }), {
    ...ownCall(call, memberId, fingerprints.of(body)),
    input: { ...card, number: cardDigits(card.number) },
  });
  if (answer.ok) return answer.value;
  if (answer.error === 'BANK_CARD_BOUND' || answer.error === 'BANK_CARD_TAKEN')
    throw new Refused(answer.error, { fields: { number: answer.error } });
  throw refusedAt({ holder: answer.error });
}

async function removeBankCard(call: Call<typeof calls.removeBankCard>, deps: VerificationDeps): Promise<null> {
  const { body, request } = call;
  const { memberId } = deps.sessions.memberOf(request);
  await requirePin(deps, request, body.withdrawPwd);
  const own = ownCall(call, memberId, deps.fingerprints.of(body));
  const answer = await run(deps.pool, removeCard, { ...own, input: null });
  if (!answer.ok) throw new Refused(answer.error);
  return null;
}

async function requirePin(
  { pool, passwords, sessions }: VerificationDeps,
  request: HttpRequest,
  pin: string,
): Promise<void> {
  const { memberId } = sessions.memberOf(request);
  const requestOrigin = requestOriginOf(request);
  await checkWithdrawPassword({ pool, passwords, requestOrigin }, memberId, pin, 'withdrawPwd');
}

async function readVerification(
  { request }: Call<typeof calls.readVerification>,
  { pool, secrets, sessions }: VerificationDeps,
): Promise<VerificationView> {
  const { memberId } = sessions.memberOf(request);
  return verificationView(await selectNewestSubmission(pool, memberId), memberId, secrets.seal);
}

async function answerSubmitVerification(
  call: Call<typeof calls.submitVerification>,
  deps: VerificationDeps,
): Promise<VerificationView> {
  const { body, request } = call;
  const { pool, secrets, fingerprints, clock, site } = deps;
  const { memberId } = deps.sessions.memberOf(request);
  const today = () => localDateAt(site.timeZone, clock.now());
  const submitting = submitVerification({ sealKey: secrets.seal, fingerprints, today });
  const { realName, idNumber: typed, front, back } = body;
  const idNumber = typed === undefined ? undefined : residentNumber(typed, today());
  const fingerprint = fingerprints.of({ realName, idNumber, front: await hashOf(front), back: await hashOf(back) });
  const own = ownCall(call, memberId, fingerprint);
  // A retry of a call that was carried out finds its answer here, and stores no picture a second time.
  const [earlier] = await earlierAnswers(pool, submitting, [{ ...own, input: null }]);
  const photo = async (name: string, file: File | undefined): Promise<string | undefined> =>
    file === undefined || earlier !== undefined
      ? undefined
      : await store(deps, { memberId, purpose: 'identity', field: name, file, size: DOCUMENT_SIZE });
  const input: SubmittedIdentity = {
    realName,
    idNumber,
    front: await photo('front', front),
    back: await photo('back', back),
  };
  const answer = await run(pool, submitting, { ...own, input });
  if (answer.ok) return answer.value;
  throw refusedVerification(answer.error);
}

async function answerChangeAvatar(call: Call<typeof calls.changeAvatar>, deps: VerificationDeps): Promise<AvatarView> {
  const { body, request } = call;
  const { memberId } = deps.sessions.memberOf(request);
  const { avatar } = body;
  const own = ownCall(call, memberId, deps.fingerprints.of({ avatar: await hashOf(avatar) }));
  const [earlier] = await earlierAnswers(deps.pool, changeAvatar, [{ ...own, input: null }]);
  const file =
    earlier === undefined
      ? await store(deps, { memberId, purpose: 'avatar', field: 'avatar', file: avatar, size: AVATAR_SIZE })
      : '';
  return await run(deps.pool, changeAvatar, { ...own, input: { file } });
}

async function readAvatar(
  { params, request, reply }: Call<typeof calls.readAvatar>,
  { pool, secrets, sessions, privateFiles }: VerificationDeps,
): Promise<FastifyReply> {
  const own = await selectAvatar(pool, sessions.memberOf(request).memberId);
  const picture =
    own === params.id.toLowerCase()
      ? await openFile({ privateFiles, sealKey: secrets.seal }, { id: own, purpose: 'avatar' })
      : null;
  if (picture === null) throw new Refused('NOT_FOUND');
  return await reply.type('image/jpeg').send(picture);
}

/** A key that is not valid is refused when it is read, after what the handler checks before. */
interface Keyed {
  readonly key: string | undefined;
}

function ownCall({ key }: Keyed, memberId: bigint, fingerprint: Buffer): OwnCall {
  return { memberId, key, fingerprint };
}

async function run<Input, Facts, Effect, Written, Answer>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Answer>,
  call: CommandCall<Input>,
): Promise<Answer> {
  const outcome = await runCommand(pool, command, call);
  if (!outcome.ok) throw new Refused(outcome.error);
  return outcome.value;
}

async function hashOf(file: File | undefined): Promise<string | undefined> {
  return file === undefined
    ? undefined
    : createHash('sha256')
        .update(await file.bytes())
        .digest('hex');
}

/** Draws a picture again and seals it. Returns the file's id. Refuses at the field it came in. */
async function store(
  { pool, privateFiles, secrets, images }: VerificationDeps,
  photo: { memberId: bigint; purpose: FilePurpose; field: string; file: File; size: ImageSize },
): Promise<string> {
  const { memberId, purpose, field, file, size } = photo;
  const drawn = valueAt(field, await images.redraw(await file.bytes(), size));
  return valueAt(
    field,
    await sealFile({ pool, privateFiles, sealKey: secrets.seal }, { memberId, purpose, bytes: drawn }),
  );
}

function valueAt<T>(field: string, result: Result<T, ErrorKey>): T {
  if (!result.ok) throw refusedAt({ [field]: result.error });
  return result.value;
}

function residentNumber(text: string, today: string): string {
  return valueAt('idNumber', checkResidentId(text, today)).number;
}

const REQUIRED: Readonly<Record<VerificationPart, ErrorKey>> = {
  realName: 'NAME_REQUIRED',
  idNumber: 'ID_NUMBER_REQUIRED',
  front: 'IMAGE_REQUIRED',
  back: 'IMAGE_REQUIRED',
};

function refusedVerification(refusal: VerificationRefusal): Refused {
  if (refusal.key === 'PARTS_MISSING')
    return refusedAt(Object.fromEntries(refusal.parts.map((part) => [part, REQUIRED[part]])));
  if (refusal.key === 'NAME_HOLDER_DIFFERS') return refusedAt({ realName: refusal.key });
  return refusal.key === 'ID_NUMBER_USED' ? refusedAt({ idNumber: refusal.key }) : new Refused(refusal.key);
}

/** A refusal that belongs to fields: the first one names it. */
function refusedAt(fields: Record<string, ErrorKey>): Refused {
  return new Refused(Object.values(fields)[0] ?? 'PARAMETERS_INVALID', { fields });
}
