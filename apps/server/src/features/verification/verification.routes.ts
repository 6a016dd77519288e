import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { envelopeOf } from '@candor/contract/envelope';
import type { ErrorKey } from '@candor/contract/errors';
import { IMAGE_BYTES_MAX } from '@candor/contract/fields';
import {
  avatarBody,
  avatarParams,
  avatarView,
  bankCardBody,
  bankCardRemovalBody,
  bankCardView,
  verificationBody,
  verificationView as verificationSchema,
} from '@candor/contract/verification';
import { PATHS, patternOf } from '@candor/contract/routes';
import { cardDigits, cardProblems } from '@candor/domain/identity/bank-card';
import { checkResidentId } from '@candor/domain/identity/resident-id';
import type { VerificationPart } from '@candor/domain/identity/verification';
import { localDateAt } from '@candor/domain/market/local-time';
import type { Result } from '@candor/domain/result';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Pool } from '../../platform/db/pool.ts';
import { header, ok, Refused } from '../../platform/http/http-app.ts';
import type { HttpApp, HttpRequest } from '../../platform/http/http-app.ts';
import { memberRoute, moneyRoute } from '../../platform/http/route-cost.ts';
import { earlierAnswers, runCommand } from '../../services/commands/run-commands.ts';
import type { Call, Command, OwnCall } from '../../services/commands/run-commands.ts';
import type { FilePurpose } from '../../services/files/file-store.ts';
import type { Files } from '../../services/files/files.ts';
import { AVATAR_SIZE, DOCUMENT_SIZE } from '../../services/files/image-size.ts';
import type { ImageSize } from '../../services/files/image-size.ts';
import type { Images } from '../../services/files/images.ts';
import { openFile, sealFile } from '../../services/files/sealed-files.ts';
import { requireIdempotencyKey } from '../../services/idempotency/idempotency.ts';
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

const TAGS = ['account'];

export function verificationRoutes(app: HttpApp, deps: VerificationDeps): void {
  cardRoutes(app, deps);
  submissionRoutes(app, deps);
  avatarRoutes(app, deps);
}

function cardRoutes(app: HttpApp, { pool, site, secrets, sessions, fingerprints, passwords }: VerificationDeps): void {
  const card = { tags: TAGS, response: { 200: envelopeOf(z.nullable(bankCardView)) } };
  const bind = bindCard({ sealKey: secrets.seal, fingerprints, site });

  app.get(PATHS.bankCard, { config: memberRoute('lookup'), schema: card }, async (request) => {
    const { memberId } = sessions.memberOf(request);
    return ok(cardView(await selectCard(pool, memberId), memberId, secrets.seal));
  });

  // A guess at the withdraw password costs what a guess at any password costs.
  app.post(
    PATHS.bankCard,
    { config: moneyRoute('password', 'with factor'), schema: { ...card, body: bankCardBody } },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const { withdrawPwd, ...body } = request.body;
      const problems = cardProblems(body);
      if (Object.keys(problems).length > 0) throw refusedAt({ ...problems });
      await checkWithdrawPassword(
        { pool, passwords, requestOrigin: requestOriginOf(request) },
        memberId,
        withdrawPwd,
        'withdrawPwd',
      );
      const answer = await run(pool, bind, {
        ...callOf(request, memberId, fingerprints.of(request.body)),
        input: { ...body, number: cardDigits(body.number) },
      });
      if (answer.ok) return ok(answer.value);
      if (answer.error === 'BANK_CARD_BOUND' || answer.error === 'BANK_CARD_TAKEN')
        throw new Refused(answer.error, { fields: { number: answer.error } });
      throw refusedAt({ holder: answer.error });
    },
  );

  app.delete(
    PATHS.bankCard,
    {
      config: moneyRoute('password', 'with factor'),
      schema: { tags: TAGS, body: bankCardRemovalBody, response: { 200: envelopeOf(z.null()) } },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      await checkWithdrawPassword(
        { pool, passwords, requestOrigin: requestOriginOf(request) },
        memberId,
        request.body.withdrawPwd,
        'withdrawPwd',
      );
      const answer = await run(pool, removeCard, {
        ...callOf(request, memberId, fingerprints.of(request.body)),
        input: null,
      });
      if (!answer.ok) throw new Refused(answer.error);
      return ok(null);
    },
  );
}

function submissionRoutes(app: HttpApp, deps: VerificationDeps): void {
  const { pool, secrets, sessions, fingerprints, clock, site } = deps;
  const today = () => localDateAt(site.timeZone, clock.now());
  const submit = submitVerification({ sealKey: secrets.seal, fingerprints, today });
  const schema = { tags: TAGS, response: { 200: envelopeOf(verificationSchema) } };

  app.get(PATHS.verification, { config: memberRoute('lookup'), schema }, async (request) => {
    const { memberId } = sessions.memberOf(request);
    return ok(verificationView(await selectNewestSubmission(pool, memberId), memberId, secrets.seal));
  });

  app.post(
    PATHS.verification,
    {
      config: { ...moneyRoute('upload'), upload: { files: 2, fields: 4, fileBytes: IMAGE_BYTES_MAX } },
      schema: { ...schema, consumes: ['multipart/form-data'], body: verificationBody },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const { realName, idNumber: typed, front, back } = request.body;
      const idNumber = typed === undefined ? undefined : residentNumber(typed, today());
      const fingerprint = fingerprints.of({ realName, idNumber, front: await hashOf(front), back: await hashOf(back) });
      const call = callOf(request, memberId, fingerprint);
      // A retry of a call that was carried out finds its answer here, and stores no picture a second time.
      const [earlier] = await earlierAnswers(pool, submit, [{ ...call, input: null }]);
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
      const answer = await run(pool, submit, { ...call, input });
      if (answer.ok) return ok(answer.value);
      throw refusedVerification(answer.error);
    },
  );
}

function avatarRoutes(app: HttpApp, deps: VerificationDeps): void {
  const { pool, secrets, sessions, fingerprints, privateFiles } = deps;
  app.post(
    PATHS.avatar,
    {
      config: { ...moneyRoute('upload'), upload: { files: 1, fields: 0, fileBytes: IMAGE_BYTES_MAX } },
      schema: {
        tags: TAGS,
        consumes: ['multipart/form-data'],
        body: avatarBody,
        response: { 200: envelopeOf(avatarView) },
      },
    },
    async (request) => {
      const { memberId } = sessions.memberOf(request);
      const { avatar } = request.body;
      const call = callOf(request, memberId, fingerprints.of({ avatar: await hashOf(avatar) }));
      const [earlier] = await earlierAnswers(pool, changeAvatar, [{ ...call, input: null }]);
      const file =
        earlier === undefined
          ? await store(deps, { memberId, purpose: 'avatar', field: 'avatar', file: avatar, size: AVATAR_SIZE })
          : '';
      return ok(await run(pool, changeAvatar, { ...call, input: { file } }));
    },
  );

  app.get(
    patternOf(PATHS.avatarPicture, 'id'),
    { config: memberRoute('lookup'), schema: { tags: TAGS, params: avatarParams } },
    async (request, reply) => {
      const own = await selectAvatar(pool, sessions.memberOf(request).memberId);
      const asked = request.params.id.toLowerCase();
      const picture =
        own === asked ? await openFile({ privateFiles, sealKey: secrets.seal }, { id: own, purpose: 'avatar' }) : null;
      if (picture === null) throw new Refused('NOT_FOUND');
      const plain: FastifyReply = reply;
      return await plain.type('image/jpeg').send(picture);
    },
  );
}

function callOf(request: HttpRequest, memberId: bigint, fingerprint: Buffer): OwnCall {
  const key = header(request, 'idempotency-key') === undefined ? undefined : requireIdempotencyKey(request);
  return { memberId, key, fingerprint };
}

async function run<Input, Facts, Effect, Written, Answer>(
  pool: Pool,
  command: Command<Input, Facts, Effect, Written, Answer>,
  call: Call<Input>,
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
