import type { MemberEvent } from '@candor/contract/live';
import * as z from 'zod/mini';
import type { AlertNews } from '../features/alerts/alert-news.ts';
import type { OrderNews } from '../features/trading/order-news.ts';
import { paced } from '../platform/jobs/paced.ts';
import { coalesce } from '../platform/jobs/coalesce.ts';
import type { LiveHub } from '../platform/live/live-hub.ts';
import { memberHints, PLAIN_NEWS } from '../services/outbox/member-news.ts';
import type { PlainNews } from '../services/outbox/member-news.ts';
import { READ_AGAIN } from '../services/outbox/relay.ts';

const orders = z.array(z.object({ memberId: z.string().check(z.regex(/^\d{1,18}$/)), orderId: z.guid() }));

/** Rows of one read, and how many may wait for theirs. Of news beyond that, the member is only told to read again. */
const READS = { itemsMax: 500, runningMax: 1, waitingMax: 8_192 } as const;
/** Of one member: hints that name one member many times take no places of the others. */
const WAITING_OF_MEMBER_MAX = 128;
/** News without content of one kind reaches a member four times a second at most, and everyone once. */
const PLAIN_GAP_MS = 250;
const EVERYONE_GAP_MS = 1_000;
/** A reached price and an opened market are told once. */
const TOLD_MAX = 20_000;

export interface MemberReads {
  /** Orders as they are now, with their members. An order may be missing. */
  readonly orderNews: (orderIds: readonly string[]) => Promise<readonly OrderNews[]>;
  /** Alerts and reminders of a moment ago, with their members. One that is old, waits, or never was is missing. */
  readonly alertNews: (ids: readonly string[]) => Promise<readonly AlertNews[]>;
  /** Differs when other announcements are shown than before. */
  readonly noticeMark: () => Promise<string>;
}

export interface ForwardMembersDeps {
  readonly hub: Pick<LiveHub, 'publishToMember' | 'publishToMembers' | 'hasMember'>;
  readonly reads: MemberReads;
  readonly onError: (error: unknown) => void;
  /** News for this member is lost. */
  readonly onLost: (memberId: string) => void;
  /** Others may have lost news for anyone. */
  readonly onGap: () => void;
}

/**
 * Hints → the sockets of members. Money and the like say "read again" and hold nothing. Orders, reached prices and opened
 * markets are read from the table where their member has a socket, and sent to the member whom the table names.
 */
export function forwardMembers({ hub, reads, onError, onLost, onGap }: ForwardMembersDeps) {
  const readOrder = readEach(async (ids) => new Map((await reads.orderNews(ids)).map((news) => [news.order.id, news])));
  const readAlert = readEach(async (ids) => new Map((await reads.alertNews(ids)).map((news) => [news.id, news])));
  const waitingOf = new Map<string, number>();
  const told = new Set<string>();
  let mark: string | undefined;

  const plain = paced<string>(PLAIN_GAP_MS, (key) => {
    const [memberId = '', at = ''] = key.split(' ');
    const type = PLAIN_NEWS[Number(at)];
    if (type !== undefined) hub.publishToMember(BigInt(memberId), { type } satisfies MemberEvent);
  });
  const tellPlain = (memberId: string, type: PlainNews): void => plain.call(`${memberId} ${PLAIN_NEWS.indexOf(type)}`);

  /** Runs `work` if this member has not too much news that waits. */
  const forMember = (memberId: string, work: () => Promise<void>): void => {
    const waiting = waitingOf.get(memberId) ?? 0;
    if (waiting >= WAITING_OF_MEMBER_MAX) {
      onLost(memberId);
      return;
    }
    waitingOf.set(memberId, waiting + 1);
    work()
      .catch((error: unknown) => {
        onError(error);
        onLost(memberId);
      })
      .finally(() => {
        const left = (waitingOf.get(memberId) ?? 1) - 1;
        if (left === 0) waitingOf.delete(memberId);
        else waitingOf.set(memberId, left);
      });
  };
  const forwardOrder = async (orderId: string): Promise<void> => {
    const news = await readOrder(orderId);
    if (news === undefined) return;
    hub.publishToMember(news.memberId, { type: 'order', order: news.order } satisfies MemberEvent);
    // An order takes or pays money.
    hub.publishToMember(news.memberId, { type: 'money' } satisfies MemberEvent);
  };
  const forwardAlert = async (id: string): Promise<void> => {
    if (told.has(id)) return;
    const news = await readAlert(id);
    if (news === undefined || told.has(id)) return;
    told.add(id);
    for (const oldest of told) {
      if (told.size <= TOLD_MAX) break;
      told.delete(oldest);
    }
    hub.publishToMember(news.memberId, news.event);
  };
  const lookAtNotices = async (): Promise<void> => {
    const now = await reads.noticeMark();
    if (mark !== now) hub.publishToMembers({ type: 'notice' } satisfies MemberEvent);
    mark = now;
  };
  const everyone = paced<'everyone'>(EVERYONE_GAP_MS, () => {
    lookAtNotices().catch((error: unknown) => {
      onError(error);
      // Looked at again after the gap.
      everyone.call('everyone');
    });
  });
  // What is shown at the start is no news.
  reads.noticeMark().then((now) => (mark ??= now), onError);

  const isHere = (memberId: string): boolean => /^\d{1,18}$/.test(memberId) && hub.hasMember(BigInt(memberId));
  return {
    me: (message: unknown) => {
      for (const { memberId, d } of memberHints(message, isHere)) {
        if (d.type !== 'price_alert' && d.type !== 'market_open') tellPlain(memberId, d.type);
        else if (d.id !== undefined) {
          const { id } = d;
          forMember(memberId, async () => await forwardAlert(id));
        }
      }
    },
    order: (message: unknown) => {
      for (const { memberId, orderId } of orders.safeParse(message).data ?? [])
        if (isHere(memberId)) forMember(memberId, async () => await forwardOrder(orderId));
    },
    everyone: (message: unknown) => {
      if (saysGap(message)) onGap();
      everyone.call('everyone');
    },
    stop: () => {
      plain.stop();
      everyone.stop();
    },
  };
}

const again = z.array(z.looseObject({ type: z.literal(READ_AGAIN) }));

function saysGap(message: unknown): boolean {
  return again.safeParse(message).success;
}

/** Reads rows by their ids, many in one statement. */
function readEach<Row>(read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>) {
  return coalesce(
    async (ids: readonly string[]) => {
      const found = await read(ids);
      return ids.map((id) => found.get(id));
    },
    { ...READS, full: () => new Error('too much news waits to be read') },
  );
}
