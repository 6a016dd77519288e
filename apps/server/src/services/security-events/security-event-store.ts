import type { SecurityEventKind } from '@candor/domain/identity/second-factor';
import type { FoldedUsername } from '@candor/domain/identity/username';
import type { Db } from '../../platform/db/pool.ts';
import { FOLDED_USERNAME_SQL } from '../seed/member-store.ts';
import type { RequestOrigin } from './request-origin.ts';
import { write } from '../../platform/db/statement.ts';

/** SQL that writes what has happened to an account, for its member to see. Nobody can change or delete an event. */

export const insertSecurityEvent = write(
  'insert into security_event (member_id, kind, device, address) values ($1, $2, $3, $4)',
  ({ memberId, kind, requestOrigin }: { memberId: bigint; kind: SecurityEventKind; requestOrigin: RequestOrigin }) => [
    memberId,
    kind,
    requestOrigin.device,
    requestOrigin.address,
  ],
);

type LockKind = Extract<SecurityEventKind, 'loginLocked' | 'factorLocked' | 'withdrawLocked'>;

/** An hour without a second alert of the same kind: a stranger who keeps trying fills no list. */
const SAME_LOCK = "e.at > clock_timestamp() - interval '1 hour'";
/** A client that never says which device it is tells of itself once a day. */
const SAME_DEVICE = "e.at > clock_timestamp() - interval '1 day' and e.device = $3 and e.address = $4";

/** Writes an event and its news, unless the member was told of the same a short while ago. */
function alertSql(member: string, same: string): string {
  return `with told as (
      insert into security_event (member_id, kind, device, address)
      select m.id, $2, $3, $4 from member m where ${member} and not exists (
        select from security_event e where e.member_id = m.id and e.kind = $2 and ${same})
      returning member_id
    )
    insert into outbox (member_id, message) select member_id, '{"type":"account"}' from told`;
}

/** Tells a member of a login on a device that is not known as theirs. */
export async function insertNewDeviceEvent(db: Db, memberId: bigint, requestOrigin: RequestOrigin): Promise<void> {
  const sql = alertSql('m.id = $1', SAME_DEVICE);
  await db.query(sql, [memberId.toString(), 'newDevice', requestOrigin.device, requestOrigin.address]);
}

/** Tells a member that somebody had to stop trying. */
export const insertLockEvent = write(
  alertSql('m.id = $1', SAME_LOCK),
  (memberId: bigint, kind: LockKind, requestOrigin: RequestOrigin) => [
    memberId,
    kind,
    requestOrigin.device,
    requestOrigin.address,
  ],
);

/** The same for a name that somebody tried to log in with. Nobody may have it: then nothing is written. */
export const insertLockEventOfName = write(
  alertSql(`${FOLDED_USERNAME_SQL.replace('username', 'm.username')} = $1`, SAME_LOCK),
  (username: FoldedUsername, requestOrigin: RequestOrigin) => [
    username,
    'loginLocked',
    requestOrigin.device,
    requestOrigin.address,
  ],
);
