import type { CannedView, ConversationView, OperatorMessage } from '@candor/contract/console-support';
import { CONSOLE_PATHS } from '@candor/contract/console-paths';
import type { Currency } from '@candor/domain/money';
import type { MessageRow } from '../support-store.ts';
import { messageView } from '../support-view.ts';
import type { CannedRow } from './canned-store.ts';
import type { ConversationRow } from './conversation-store.ts';

export function conversationView(row: ConversationRow): ConversationView {
  return {
    id: row.id.toString(),
    member: row.memberId === null ? null : { id: row.memberId.toString(), username: row.username ?? '' },
    language: row.language,
    isClosed: row.isClosed,
    operator: row.operatorId === null ? null : { id: row.operatorId.toString(), username: row.operator ?? '' },
    unread: Number(row.unread),
    waitingSince: row.waitingSince === null ? null : iso(row.waitingSince),
    last: row.last,
    preview: row.preview,
    lastAt: iso(row.lastAt),
    createdAt: iso(row.createdAt),
  };
}

export function operatorMessageView(row: MessageRow, conversationId: bigint, paidIn: Currency): OperatorMessage {
  const pathOf = (file: string) => CONSOLE_PATHS.conversationPicture(conversationId.toString(), file);
  return { ...messageView(row, paidIn, pathOf), operator: row.operator };
}

export function cannedView({ at, ...row }: CannedRow): CannedView {
  return { ...row, at: iso(at) };
}

export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
