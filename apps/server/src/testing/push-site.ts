import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { pushNews } from '@candor/contract/push';
import type { PushNews } from '@candor/contract/push';
import { readPush } from '@candor/contract/calls/push';
import { minor } from '@candor/domain/testing/test-currency';
import { LANGUAGES } from '@candor/contract/languages';
import { createLog } from '../platform/log/log.ts';
import { withTransaction } from '../platform/db/transaction.ts';
import { makeMember, makeSession, writePast } from './factories.ts';
import { createDevice, startPushService } from './push-service.ts';
import type { PushDevice, PushService } from './push-service.ts';
import type { TestAnswer } from './call.ts';
import { startTestServer } from './test-server.ts';
import type { TestServer } from './test-server.ts';
import { createPushSender } from '../features/push/send-push.ts';
import { uuidV7 } from '../platform/ids/ids.ts';
import { createVapid } from '../features/push/vapid.ts';

/** A server, two push services that it may call, and a member of each test with a session and a device. */
export interface PushSite {
  server: TestServer;
  service: PushService;
  /** A test lets it fail. */
  dead: PushService;
  memberId: bigint;
  token: string;
  device: PushDevice;
}

/** The site for the tests of this file, and what its members and operators do. */
export function startPushSite() {
  const site = {} as PushSite;
  beforeAll(async () => {
    site.service = await startPushService();
    site.dead = await startPushService();
    site.server = await startTestServer({
      PUSH_HOSTS: `${site.service.origin},${site.dead.origin}`,
      PUSH_CONTACT: 'mailto:operator@site.example',
    });
  });
  beforeEach(async () => {
    site.memberId = await makeMember(site.server.pool);
    site.token = await makeSession(site.server.pool, site.memberId);
    site.device = createDevice();
  });
  afterEach(async () => {
    site.service.answer = 201;
    site.service.calls.length = 0;
    await site.server.ownerPool.query('delete from push_subscription');
    await site.server.ownerPool.query('truncate notice, notice_version, price_alert, opening_reminder');
    // They were made up without their money.
    for (const table of ['settlement', 'trade_order', 'deposit', 'withdrawal'])
      await writePast(site.server.ownerPool, `delete from ${table}`);
  });
  afterAll(async () => {
    await site.server.stop();
    await site.service.close();
    await site.dead.close();
  });

  function bodyOf(more: object = {}) {
    const endpoint = `${site.service.origin}/wpush/${site.device.keys.auth}`;
    return {
      endpoint,
      keys: site.device.keys,
      kinds: ['settlement', 'withdrawal'],
      amounts: false,
      language: 'zh-Hans',
      ...more,
    };
  }

  async function subscribe(more: object = {}, as = site.token): Promise<TestAnswer> {
    return await site.server.call('PUT', readPush.path, { token: as, body: bodyOf(more) });
  }

  function newSender(hosts: readonly string[] = site.server.worker.config.pushHosts) {
    const { worker } = site.server;
    const vapid = createVapid(worker.secrets.push, 'mailto:operator@site.example');
    const log = createLog('silent');
    return createPushSender({ pool: worker.pool, site: worker.site, siteDomain: 'abc', vapid, hosts, log });
  }

  /** An order of the member that was settled. */
  async function settled(of = site.memberId): Promise<string> {
    const id = uuidV7();
    await writePast(
      site.server.ownerPool,
      `with o as (
         insert into trade_order (id, member_id, wallet, product, direction, stake, fee, payout_rate, payout, duration_sec,
           terms_version, submitted_at, accepted_at, entry_at, closes_at, key, fingerprint, document_version)
         select '${id}', ${of}, 'practice', 'BTCUSDT', 'up', 100, 0, 8500, 185, 5, 1, t, t, t + interval '1 second',
           t + interval '6 seconds', '${id}', sha256('body'), 2 from date_trunc('second', now()) t)
       insert into settlement (order_id, member_id, outcome, entry_seq, entry_price, exit_seq, exit_price, profit, credited)
       values ('${id}', ${of}, 'won', 1, 100, 2, 101, ${minor('85')}, ${minor('185')})`,
    );
    return id;
  }

  /** An announcement that was published and announced just now. */
  async function announced(title: string): Promise<string> {
    const id = randomUUID();
    const texts = Object.fromEntries(LANGUAGES.map((language) => [language, { title: `${title} ${language}` }]));
    // Together: a worker that looked between the two would find nothing to show, and be done with it.
    await withTransaction(site.server.ownerPool, async (db) => {
      await db.query('insert into notice (id, announced_at) values ($1, clock_timestamp())', [id]);
      await db.query(
        `insert into notice_version (notice_id, version, category, pinned, important, texts, published_from, areas)
         values ($1, 1, 'system', false, false, $2, clock_timestamp(), '{}')`,
        [id, texts],
      );
    });
    return id;
  }

  /** More devices that want announcements, at a push service of their own. */
  async function crowd(count: number, origin: string): Promise<void> {
    await site.server.ownerPool.query(
      `with s as (
         insert into session (member_id, token_hash, expires_at)
         select $1, sha256(uuidv7()::text::bytea), clock_timestamp() + interval '1 day' from generate_series(1, $2::int) n
         returning id)
       insert into push_subscription (session_id, endpoint, host, device_key, auth, kinds, amounts, language)
       select id, $3 || '/' || id, $4, (sha256(id::text::bytea) || sha256('x') || 'c')::bytea, '0123456789abcdef', '{notice}', false, 'en'
       from s`,
      [site.memberId, count, origin, new URL(origin).host],
    );
  }

  async function waitingNotices(): Promise<number> {
    const { rowCount } = await site.server.ownerPool.query(
      `select from push_message where kind = 'notice' and next_at is not null`,
    );
    return rowCount ?? 0;
  }

  async function rowsLeft(): Promise<number> {
    return (await site.server.ownerPool.query('select from push_subscription')).rowCount ?? 0;
  }

  function newsAt(at: number): PushNews {
    return pushNews.parse(JSON.parse(site.device.open(site.service.calls[at]?.body ?? Buffer.alloc(0))));
  }

  /** Makes every waiting message due now. */
  async function passTime(): Promise<void> {
    await site.server.ownerPool.query('update push_message set next_at = clock_timestamp() where next_at is not null');
  }

  return {
    site,
    bodyOf,
    subscribe,
    newSender,
    settled,
    announced,
    crowd,
    waitingNotices,
    rowsLeft,
    newsAt,
    passTime,
  };
}
