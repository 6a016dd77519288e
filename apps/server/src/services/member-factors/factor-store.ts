import { PASSKEYS_MAX } from '@candor/domain/identity/second-factor';
import type { FactorMethod } from '@candor/domain/identity/second-factor';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8, moment } from '../../platform/db/rows.ts';
import { anyRow, asGiven, firstRow, firstValue, manyRows, write } from '../../platform/db/statement.ts';

/** SQL about the second factor of members. Secrets are sealed here, and recovery codes are keyed hashes. */

const methodsRow = z.object({ totp: z.boolean(), passkey: z.boolean(), here: z.boolean(), recovery: z.boolean() });

const METHODS = `exists (select from member_totp t where t.member_id = m.id and t.secret_sealed is not null) as totp,
  exists (select from passkey p where p.member_id = m.id) as passkey,
  exists (select from passkey p where p.member_id = m.id and p.rp_id = $2) as here,
  exists (select from member_recovery_code c where c.member_id = m.id) as recovery`;

function methodsOf({ totp, passkey, here, recovery }: z.infer<typeof methodsRow>): FactorMethod[] {
  if (!totp && !passkey) return [];
  return [
    ...(totp ? ['totp' as const] : []),
    ...(here ? ['passkey' as const] : []),
    ...(recovery ? ['recovery' as const] : []),
  ];
}

export interface FactorState {
  /** Whether a second factor is on. */
  readonly isOn: boolean;
  /** What the member can answer with here. May be empty although a factor is on: its passkey is of another host. */
  readonly methods: FactorMethod[];
}

const selectFactorStateRow = firstRow(methodsRow, `select ${METHODS} from member m where m.id = $1`, asGiven);

/** @param rpId the host name of the page; undefined where passkeys do not work */
export async function selectFactorState(db: Db, memberId: bigint, rpId: string | undefined): Promise<FactorState> {
  const row = await selectFactorStateRow(db, memberId.toString(), rpId ?? null);
  if (row === undefined) throw new Error('the member has no row');
  return { isOn: row.totp || row.passkey, methods: methodsOf(row) };
}

const confirmedRow = z.extend(methodsRow, { isFresh: z.boolean() });

/** How long a confirmation counts. */
export const FRESH_SEC = 300;

const selectConfirmationRow = firstRow(
  confirmedRow,
  `select ${METHODS}, exists (select from session s where s.id = $3 and s.member_id = m.id
       and s.confirmed_at > clock_timestamp() - make_interval(secs => $4)) as is_fresh
   from member m where m.id = $1`,
  asGiven,
);

/** The same, with whether the member confirmed a short while ago in this session. */
export async function selectConfirmation(
  db: Db,
  session: { memberId: bigint; sessionId: string },
  rpId: string | undefined,
): Promise<FactorState & { isFresh: boolean }> {
  const row = await selectConfirmationRow(db, session.memberId.toString(), rpId ?? null, session.sessionId, FRESH_SEC);
  if (row === undefined) throw new Error('the member has no row');
  return { isOn: row.totp || row.passkey, methods: methodsOf(row), isFresh: row.isFresh };
}

export const writeConfirmed = write(
  'update session set confirmed_at = clock_timestamp() where id = $1',
  (sessionId: string) => [sessionId],
);

/** What was confirmed elsewhere with the password alone does not outlive the first factor. */
export const clearConfirmations = write(
  'update session set confirmed_at = null where member_id = $1 and id <> $2 and confirmed_at is not null',
  (memberId: bigint, exceptSessionId: string) => [memberId, exceptSessionId],
);

const totpRow = z.object({
  secretSealed: z.nullable(bytes),
  freshSealed: z.nullable(bytes),
  usedStep: z.nullable(int8),
  addedAt: z.nullable(moment),
  nowMs: moment,
});
export type TotpRow = z.infer<typeof totpRow>;

/** The authenticator of a member; undefined when none was ever set up. */
export const selectTotp = firstRow(
  totpRow,
  `select secret_sealed, fresh_sealed, used_step, added_at,
   clock_timestamp() as now_ms from member_totp where member_id = $1`,
  (memberId: bigint) => [memberId],
);

export const writeFreshSecret = write(
  `insert into member_totp (member_id, fresh_sealed) values ($1, $2)
   on conflict (member_id) do update set fresh_sealed = excluded.fresh_sealed`,
  (memberId: bigint, freshSealed: Buffer) => [memberId, freshSealed],
);

/** The fresh secret becomes the one that counts, and the code that proved it is used. */
export const takeFreshSecret = write(
  `update member_totp set secret_sealed = fresh_sealed, fresh_sealed = null, used_step = $2,
   added_at = clock_timestamp() where member_id = $1`,
  (memberId: bigint, usedStep: number) => [memberId, usedStep],
);

export const clearTotp = write(
  'update member_totp set secret_sealed = null, fresh_sealed = null, used_step = null, added_at = null where member_id = $1',
  (memberId: bigint) => [memberId],
);

export const writeUsedStep = write(
  'update member_totp set used_step = $2 where member_id = $1',
  (memberId: bigint, usedStep: number) => [memberId, usedStep],
);

const passkeyRow = z.object({
  id: z.string(),
  slot: int4,
  credentialId: bytes,
  publicKey: bytes,
  signCount: int8,
  transports: z.array(z.string()),
  rpId: z.string(),
  name: z.string(),
  addedAt: moment,
  lastUsedAt: z.nullable(moment),
});
export type PasskeyRow = z.infer<typeof passkeyRow>;

/** The passkeys of a member, oldest first. */
export const selectPasskeys = manyRows(
  passkeyRow,
  `select id, slot::int, credential_id, public_key, sign_count, transports,
     rp_id, name, added_at, last_used_at
   from passkey where member_id = $1 order by id limit $2`,
  (memberId: bigint) => [memberId, PASSKEYS_MAX],
);

export const isCredentialKnown = anyRow('select from passkey where credential_id = $1', (credentialId: Buffer) => [
  credentialId,
]);

export type NewPasskey = Pick<
  PasskeyRow,
  'slot' | 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'rpId' | 'name'
>;

export const insertPasskey = write(
  `insert into passkey (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  (memberId: bigint, passkey: NewPasskey) => [
    memberId,
    passkey.slot,
    passkey.credentialId,
    passkey.publicKey,
    passkey.signCount,
    passkey.transports,
    passkey.rpId,
    passkey.name,
  ],
);

export const writePasskeyUsed = write(
  'update passkey set sign_count = $2, last_used_at = clock_timestamp() where id = $1',
  (id: string, signCount: number) => [id, signCount],
);

export const deletePasskey = write('select drop_passkey($1, $2)', (memberId: bigint, id: string) => [memberId, id]);

export const countRecoveryCodes = firstValue(
  int4,
  'select count(*)::int as count from member_recovery_code where member_id = $1',
  (memberId: bigint) => [memberId],
  { or: 0 },
);

export const replaceRecoveryCodes = write(
  'select replace_recovery_codes($1, $2::bytea[])',
  (memberId: bigint, hashes: readonly Buffer[]) => [memberId, [...hashes]],
);

/** True when the code was there: it is used up now. */
export const useRecoveryCode = firstValue(
  z.boolean(),
  'select use_recovery_code($1, $2) as used',
  (memberId: bigint, codeHash: Buffer) => [memberId, codeHash],
  { or: false },
);
