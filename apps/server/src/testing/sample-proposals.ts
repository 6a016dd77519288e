import { createHash, randomUUID } from 'node:crypto';
import { operatorTextsView } from '@candor/contract/console-texts';
import { siteSettingsView } from '@candor/contract/console-site';
import { termsView } from '@candor/contract/console-terms';
import * as z from 'zod/mini';
import { amount } from '@candor/domain/testing/test-currency';
import { makeProduct } from './factories.ts';
import type { TestConsole } from './test-console.ts';
import type { TestServer } from './test-server.ts';

/** What a test needs to propose something of a kind, again and again. */
export interface SampleProposal {
  /** Where it is proposed, if not at the queue. */
  readonly path?: string;
  /** A body that may be proposed now. Kinds about a member name this one. */
  readonly body: (memberId: bigint) => Promise<Readonly<Record<string, unknown>>>;
  /** The state after an approval. */
  readonly approved: string;
  /** The words of what is refused about something that is decided already. */
  readonly decided: string;
  readonly notFound: string;
  readonly isOfMember: boolean;
  /** What the member's devices hear of an approval. */
  readonly news: readonly string[];
  /** Something that comes between a proposal and its approval: the approval is refused with this. */
  readonly hindered: { readonly key: string; readonly by: (memberId: bigint) => Promise<unknown> };
}

/** By the name of the queue: a kind that is registered and not here fails its test. */
export function sampleProposals(
  { ownerPool }: TestServer,
  consoleSite: TestConsole,
  { maker, checker }: Readonly<Record<'maker' | 'checker', { id: bigint; token: string }>>,
): Record<string, SampleProposal> {
  const read = async (path: string) => (await consoleSite.call('GET', path, { token: maker.token })).body.data;
  const act = async (path: string, { token }: { token: string }, body: object) =>
    await consoleSite.call('POST', path, { token, key: randomUUID(), body });
  /** More than half of what a member of a test has. */
  const deduction = async (memberId: bigint) => {
    const what = { kind: 'deduct', amount: amount('60000'), reason: 'CORRECTION', note: 'see the ticket' };
    return await Promise.resolve({ memberId: `${memberId}`, ...what });
  };
  let count = 0;
  const dayOf = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const terms = { decided: 'TERMS_CHANGE_DECIDED', notFound: 'TERMS_CHANGE_NOT_FOUND', approved: 'approved' };
  const ofSite = { ...terms, isOfMember: false, news: [] };
  const release = { decided: 'RELEASE_STATE_CHANGED', notFound: 'RELEASE_NOT_FOUND', isOfMember: true };
  return {
    adjustments: {
      body: deduction,
      approved: 'approved',
      decided: 'ADJUSTMENT_STATE_CHANGED',
      notFound: 'ADJUSTMENT_NOT_FOUND',
      isOfMember: true,
      news: ['money'],
      hindered: {
        key: 'AVAILABLE_INSUFFICIENT',
        // Another one takes the money first.
        by: async (memberId) => {
          const { data } = (await act('/api/console/adjustments', maker, await deduction(memberId))).body;
          const { id } = z.object({ id: z.string() }).parse(data);
          await act(`/api/console/adjustments/${id}/decision`, checker, { approve: true });
        },
      },
    },
    invest: {
      ...ofSite,
      path: '/api/console/invest/rate-changes',
      body: async () => {
        count += 1;
        return await Promise.resolve({ annualRate: '0.0123', from: dayOf(10 + count), reason: 'rates have changed' });
      },
      hindered: {
        key: 'TERMS_CHANGE_OLD',
        by: async () =>
          await ownerPool.query('insert into savings_rate (from_date, annual_rate) values ($1, 100)', [
            dayOf(10 + count),
          ]),
      },
    },
    terms: {
      ...ofSite,
      body: async () => {
        count += 1;
        const bank = termsView.parse(await read('/api/console/terms')).channels.find(({ code }) => code === 'bank');
        if (bank === undefined) throw new Error('no channel for bank transfers');
        const { kind: _kind, network: _network, ...now } = bank.terms;
        const changed = { ...now, position: 1 + (count % 90) };
        return { subject: 'channel', code: 'bank', base: bank.version, terms: changed, reason: 'a new account' };
      },
      hindered: {
        key: 'TERMS_CHANGE_OLD',
        by: async () => await ownerPool.query(`update deposit_channel set version = version + 1 where code = 'bank'`),
      },
    },
    texts: {
      ...ofSite,
      body: async () => {
        count += 1;
        const held = operatorTextsView.parse(await read('/api/console/texts')).items;
        const text = { title: `Title ${count}`, change: 'Shorter.', body: `Text ${count}.` };
        return {
          slug: 'risk',
          base: held.find(({ slug }) => slug === 'risk')?.version ?? 0,
          texts: { 'zh-Hans': text, 'zh-Hant': text, en: text },
          reason: 'the law changed',
        };
      },
      hindered: {
        key: 'TERMS_CHANGE_OLD',
        by: async () =>
          await ownerPool.query(
            `insert into text_version (slug, version, shipped, texts) select slug, version + 1, '9.' || version, texts
             from text_version where slug = 'risk' order by version desc limit 1`,
          ),
      },
    },
    factorReleases: {
      ...release,
      approved: 'waiting',
      news: ['notice', 'account'],
      body: async (memberId) => {
        await ownerPool.query(
          `insert into passkey (member_id, slot, credential_id, public_key, sign_count, transports, rp_id, name)
           values ($1, 1, sha256($2::text::bytea), 'key', 0, '{}', 'candor.example', 'Phone') on conflict do nothing`,
          [memberId.toString(), `passkey ${memberId}`],
        );
        return { memberId: `${memberId}`, reason: 'lost the phone' };
      },
      hindered: {
        key: 'RELEASE_NO_FACTOR',
        by: async (memberId) => await ownerPool.query('delete from passkey where member_id = $1', [`${memberId}`]),
      },
    },
    site: {
      ...ofSite,
      body: async () => {
        count += 1;
        const { identity } = siteSettingsView.parse(await read('/api/console/site'));
        const value = { ...identity.value, contact: { ...identity.value.contact, phone: `+44 20 0000 ${count}` } };
        return { part: 'identity', base: identity.version, value, reason: 'a new number' };
      },
      hindered: {
        key: 'SITE_CHANGE_OLD',
        by: async () =>
          await ownerPool.query(
            `with change as (insert into site_change (part, base, value, reason, maker)
               select 'maintenance', (select coalesce(max(version), 0) from site_version where part = 'maintenance'),
                 '{"windows":[]}', 'x', $1 returning id)
             insert into site_version (part, version, value, change_id)
             select 'identity', coalesce((select max(version) from site_version where part = 'identity'), 0) + 1,
               site_part('identity'), id from change`,
            [maker.id.toString()],
          ),
      },
    },
    productChanges: {
      ...ofSite,
      decided: 'PRODUCT_CHANGE_DECIDED',
      notFound: 'PRODUCT_CHANGE_NOT_FOUND',
      body: async () => {
        count += 1;
        const code = `CHANGE${count}`;
        await makeProduct(ownerPool, code);
        const names = { 'zh-Hans': '测试', 'zh-Hant': '測試', en: 'Another name' };
        return {
          product: code,
          base: 1,
          draft: { names, sources: {}, calendar: null, active: true },
          reason: 'a better name',
        };
      },
      hindered: {
        key: 'PRODUCT_CHANGE_OLD',
        by: async () =>
          await ownerPool.query(
            `with newer as (update product set version = 2 where code = $1 returning *)
             insert into product_version (product, version, names, sources, active, holds_from)
             select code, 2, names, sources, active, now() from newer`,
            [`CHANGE${count}`],
          ),
      },
    },
    staffChanges: {
      ...ofSite,
      decided: 'STAFF_CHANGE_DECIDED',
      notFound: 'STAFF_CHANGE_NOT_FOUND',
      body: async () => {
        count += 1;
        return await Promise.resolve({
          username: `invited_${count}`,
          roles: ['support'],
          addresses: [],
          reason: 'a new colleague',
        });
      },
      hindered: {
        key: 'OPERATOR_NAME_TAKEN',
        by: async () => await ownerPool.query(`insert into operator (username) values ('INVITED_${count}')`),
      },
    },
    roleChanges: {
      ...ofSite,
      decided: 'STAFF_CHANGE_DECIDED',
      notFound: 'STAFF_CHANGE_NOT_FOUND',
      body: async () => {
        count += 1;
        const names = { 'zh-Hans': '夜班', 'zh-Hant': '夜班', en: 'Night' };
        const name = `night${count.toString().replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
        return await Promise.resolve({
          name,
          what: 'make',
          base: 0,
          names,
          permissions: ['cashier:deposit:read'],
          reason: 'nights',
        });
      },
      hindered: {
        key: 'STAFF_CHANGE_OLD',
        by: async () =>
          await ownerPool.query(`insert into role (name, permissions) select c.name, '{cashier:deposit:read}' from role_change c
            where c.status = 'proposed' on conflict do nothing`),
      },
    },
    productTerms: {
      ...ofSite,
      body: async () => {
        count += 1;
        const code = `TERMS${count}`;
        await makeProduct(ownerPool, code);
        const durations = [{ seconds: 60, payoutRate: '0.8', minStake: amount('10'), maxStake: amount('1000') }];
        const terms = { durations, presets: [amount('100')], feeRate: '0.01' };
        return { product: code, base: 1, terms, reason: 'a calmer market' };
      },
      hindered: {
        key: 'TERMS_CHANGE_OLD',
        by: async () =>
          await ownerPool.query(
            `insert into terms (product, version, durations, fee_rate, presets)
             select product, version + 1, durations, fee_rate, presets from terms where product = $1`,
            [`TERMS${count}`],
          ),
      },
    },
    resumptions: {
      ...ofSite,
      decided: 'RESUMPTION_DECIDED',
      notFound: 'RESUMPTION_NOT_FOUND',
      body: async () => {
        // Another one each time: a stop has one proposal.
        count += 1;
        const code = `STOP${count}`;
        await ownerPool.query(
          `insert into product (code, names, category, decimals, position)
           values ($1, '{"zh-Hans": "x", "zh-Hant": "x", "en": "x"}', 'crypto', 2, 99)`,
          [code],
        );
        const { data } = (
          await act('/api/console/stops', maker, { scope: `product/${code}`, reason: 'MAINTENANCE', note: 'a test' })
        ).body;
        return { stopId: z.object({ id: z.string() }).parse(data).id, reason: 'it works again' };
      },
      hindered: {
        key: 'STOP_ENDED',
        // Only the owner of the database can: a stop has one proposal, and nothing else ends it.
        by: async () =>
          await ownerPool.query(
            `begin; set local session_replication_role = replica;
             with other as (
               insert into product_resumption (stop_id, reason, status, maker, checker, decided_at)
               select s.id, 'x', 'approved', ${maker.id}, ${checker.id}, clock_timestamp() from product_stop s
               where s.scope = 'product/STOP${count}' returning id, stop_id
             )
             update product_stop s set ended_at = clock_timestamp(), resumption = o.id from other o where o.stop_id = s.id; commit`,
          ),
      },
    },
    markReleases: {
      ...release,
      approved: 'approved',
      news: ['notice', 'account'],
      body: async (memberId) => {
        const mark = createHash('sha256').update(randomUUID()).digest('hex');
        await ownerPool.query(
          `insert into member_mark (kind, mark, member_id, state) values ('device', decode($2, 'hex'), $1, 'own')`,
          [memberId.toString(), mark],
        );
        return { memberId: `${memberId}`, kind: 'device', mark, reason: 'sold the phone' };
      },
      hindered: {
        key: 'MARK_NOT_HELD',
        by: async (memberId) =>
          await ownerPool.query(`update member_mark set state = 'released' where member_id = $1`, [`${memberId}`]),
      },
    },
  };
}
