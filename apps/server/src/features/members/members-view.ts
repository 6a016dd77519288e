import type { MemberDetailView, MemberLineView, Restriction } from '@candor/contract/console-members';
import { formatMoney, money } from '@candor/domain/money';
import { maskedPhone } from '../../services/verification/masks.ts';
import type { Site } from '../../services/site/site.ts';
import type {
  MemberDetailRow,
  MemberLineRow,
  MemberSessionRow,
  NoteRow,
  OpenOrderRow,
  RestrictionRow,
} from './members-store.ts';

/** What stands for the number of an erased account (0056_closed_accounts.sql). */
const GONE = 'gone/';

export function memberLineView(row: MemberLineRow, site: Site): MemberLineView {
  return {
    id: row.id.toString(),
    username: row.username,
    phone: row.phone.startsWith(GONE) ? '—' : maskedPhone(row.phone),
    available: formatMoney(money(row.available), site.currency),
    restrictions: restrictionsOf(row),
    ending: row.ending,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

function restrictionsOf({ frozen, tradingAllowed, withdrawalAllowed }: MemberLineRow): Restriction[] {
  return [
    ...(frozen ? (['frozen'] as const) : []),
    ...(tradingAllowed ? [] : (['trading'] as const)),
    ...(withdrawalAllowed ? [] : (['withdrawal'] as const)),
  ];
}

export function memberDetailView(
  row: MemberDetailRow,
  site: Site,
  more: {
    restrictions: readonly RestrictionRow[];
    sessions: readonly MemberSessionRow[];
    openOrders: readonly OpenOrderRow[];
    notes: readonly NoteRow[];
    known: Pick<MemberDetailView, 'transfers' | 'deposits' | 'withdrawals' | 'verification' | 'realName' | 'card'>;
  },
): MemberDetailView {
  const text = (minor: bigint) => formatMoney(money(minor), site.currency);
  return {
    ...memberLineView(row, site),
    nickname: row.nickname,
    email: row.email === null ? null : row.email.replace(/^(.).*(@.*)$/, '$1***$2'),
    country: row.country,
    inviteCode: row.inviteCode,
    invitedBy: row.invitedBy,
    roles: row.roles,
    language: row.language,
    money: {
      total: text(row.funds + row.invested),
      available: text(row.funds - row.held),
      held: text(row.held),
      invested: text(row.invested),
      openStake: text(row.openStake),
    },
    orders: Number(row.orders),
    history: more.restrictions.map(({ id, at, ...restriction }) => ({
      ...restriction,
      id: id.toString(),
      at: new Date(at).toISOString(),
    })),
    sessions: more.sessions.map((session) => ({
      id: session.id,
      device: session.userAgent,
      address: session.address === '' ? null : session.address,
      createdAt: new Date(session.createdAt).toISOString(),
      lastSeenAt: new Date(session.lastSeenAt).toISOString(),
      expiresAt: new Date(session.expiresAt).toISOString(),
    })),
    openOrders: more.openOrders.map(({ stake, closesAt, ...order }) => ({
      ...order,
      stake: text(stake),
      closesAt: new Date(closesAt).toISOString(),
    })),
    notes: more.notes.map((note) => ({ ...note, id: note.id.toString(), at: new Date(note.at).toISOString() })),
    ...more.known,
  };
}
