import type { CannedView, ConversationView, OperatorMessage } from '@candor/contract/console-support';
import { readConversationPicture } from '@candor/contract/calls/console/support';
import { pathOf } from '@candor/contract/operation';
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
  const picturePath = (file: string) => pathOf(readConversationPicture, { id: conversationId.toString(), file });
  return { ...messageView(row, paidIn, picturePath), operator: row.operator };
}

export function cannedView({ at, ...row }: CannedRow): CannedView {
  return { ...row, at: iso(at) };
}

export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
