import { PASSKEYS_MAX } from '@candor/domain/identity/second-factor';
import type { FactorMethod } from '@candor/domain/identity/second-factor';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { bytes, int4, int8, moment, rowOf, rowsOf } from '../../platform/db/rows.ts';

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

/** @param rpId the host name of the page; undefined where passkeys do not work */
export async function selectFactorState(db: Db, memberId: bigint, rpId: string | undefined): Promise<FactorState> {
  const result = await db.query(`select ${METHODS} from member m where m.id = $1`, [memberId.toString(), rpId ?? null]);
  const row = rowOf(methodsRow, result);
  if (row === undefined) throw new Error('the member has no row');
  return { isOn: row.totp || row.passkey, methods: methodsOf(row) };
}

const confirmedRow = z.extend(methodsRow, { isFresh: z.boolean() });

/** How long a confirmation counts. */
export const FRESH_SEC = 300;

/** The same, with whether the member confirmed a short while ago in this session. */
export async function selectConfirmation(
  db: Db,
  session: { memberId: bigint; sessionId: string },
  rpId: string | undefined,
): Promise<FactorState & { isFresh: boolean }> {
  const result = await db.query(
    `select ${METHODS}, exists (select from session s where s.id = $3 and s.member_id = m.id
         and s.confirmed_at > clock_timestamp() - make_interval(secs => $4)) as "isFresh"
     from member m where m.id = $1`,
    [session.memberId.toString(), rpId ?? null, session.sessionId, FRESH_SEC],
  );
  const row = rowOf(confirmedRow, result);
  if (row === undefined) throw new Error('the member has no row');
  return { isOn: row.totp || row.passkey, methods: methodsOf(row), isFresh: row.isFresh };
}

export async function writeConfirmed(db: Db, sessionId: string): Promise<void> {
  await db.query('update session set confirmed_at = clock_timestamp() where id = $1', [sessionId]);
}

/** What was confirmed elsewhere with the password alone does not outlive the first factor. */
export async function clearConfirmations(db: Db, memberId: bigint, exceptSessionId: string): Promise<void> {
  await db.query(
    'update session set confirmed_at = null where member_id = $1 and id <> $2 and confirmed_at is not null',
    [memberId.toString(), exceptSessionId],
  );
}

const totpRow = z.object({
  secretSealed: z.nullable(bytes),
  freshSealed: z.nullable(bytes),
  usedStep: z.nullable(int8),
  addedAt: z.nullable(moment),
  nowMs: moment,
});
export type TotpRow = z.infer<typeof totpRow>;

/** The authenticator of a member; undefined when none was ever set up. */
export async function selectTotp(db: Db, memberId: bigint): Promise<TotpRow | undefined> {
  const result = await db.query(
    `select secret_sealed as "secretSealed", fresh_sealed as "freshSealed", used_step as "usedStep", added_at as "addedAt",
       clock_timestamp() as "nowMs" from member_totp where member_id = $1`,
    [memberId.toString()],
  );
  return rowOf(totpRow, result);
}

export async function writeFreshSecret(db: Db, memberId: bigint, freshSealed: Buffer): Promise<void> {
  await db.query(
    `insert into member_totp (member_id, fresh_sealed) values ($1, $2)
     on conflict (member_id) do update set fresh_sealed = excluded.fresh_sealed`,
    [memberId.toString(), freshSealed],
  );
}

/** The fresh secret becomes the one that counts, and the code that proved it is used. */
export async function takeFreshSecret(db: Db, memberId: bigint, usedStep: number): Promise<void> {
  await db.query(
    `update member_totp set secret_sealed = fresh_sealed, fresh_sealed = null, used_step = $2,
       added_at = clock_timestamp() where member_id = $1`,
    [memberId.toString(), usedStep],
  );
}

export async function clearTotp(db: Db, memberId: bigint): Promise<void> {
  await db.query(
    'update member_totp set secret_sealed = null, fresh_sealed = null, used_step = null, added_at = null where member_id = $1',
    [memberId.toString()],
  );
}

export async function writeUsedStep(db: Db, memberId: bigint, usedStep: number): Promise<void> {
  await db.query('update member_totp set used_step = $2 where member_id = $1', [memberId.toString(), usedStep]);
}

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
export async function selectPasskeys(db: Db, memberId: bigint): Promise<PasskeyRow[]> {
  const result = await db.query(
    `select id, slot::int, credential_id as "credentialId", public_key as "publicKey", sign_count as "signCount", transports,
       rp_id as "rpId", name, added_at as "addedAt", last_used_at as "lastUsedAt"
     from passkey where member_id = $1 order by id limit $2`,
    [memberId.toString(), PASSKEYS_MAX],
  );
  return rowsOf(passkeyRow, result);
}

export async function isCredentialKnown(db: Db, credentialId: Buffer): Promise<boolean> {
  const { rowCount } = await db.query('select from passkey where credential_id = $1', [credentialId]);
  return rowCount === 1;
}

export type NewPasskey = Pick<
  PasskeyRow,
  'slot' | 'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'rpId' | 'name'
>;

export async function insertPasskey(db: Db, memberId: bigint, passkey: NewPasskey): Promise<void> {
  await db.query(
    `insert into passkey (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      memberId.toString(),
      passkey.slot,
      passkey.credentialId,
      passkey.publicKey,
      passkey.signCount.toString(),
      passkey.transports,
      passkey.rpId,
      passkey.name,
    ],
  );
}

export async function writePasskeyUsed(db: Db, id: string, signCount: number): Promise<void> {
  await db.query('update passkey set sign_count = $2, last_used_at = clock_timestamp() where id = $1', [id, signCount]);
}

export async function deletePasskey(db: Db, memberId: bigint, id: string): Promise<void> {
  await db.query('select drop_passkey($1, $2)', [memberId.toString(), id]);
}

export async function countRecoveryCodes(db: Db, memberId: bigint): Promise<number> {
  const result = await db.query('select count(*)::int as count from member_recovery_code where member_id = $1', [
    memberId.toString(),
  ]);
  return rowOf(z.object({ count: int4 }), result)?.count ?? 0;
}

export async function replaceRecoveryCodes(db: Db, memberId: bigint, hashes: readonly Buffer[]): Promise<void> {
  await db.query('select replace_recovery_codes($1, $2::bytea[])', [memberId.toString(), [...hashes]]);
}

/** True when the code was there: it is used up now. */
export async function useRecoveryCode(db: Db, memberId: bigint, codeHash: Buffer): Promise<boolean> {
  const result = await db.query('select use_recovery_code($1, $2) as used', [memberId.toString(), codeHash]);
  return rowOf(z.object({ used: z.boolean() }), result)?.used ?? false;
}
