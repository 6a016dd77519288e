import { randomUUID } from 'node:crypto';
import { countersView } from '@candor/contract/console';
import { person, proposalFields } from '@candor/contract/proposals';
import * as z from 'zod/mini';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMember } from '../testing/factories.ts';
import { sampleProposals } from '../testing/sample-proposals.ts';
import type { SampleProposal } from '../testing/sample-proposals.ts';
import { startTestConsole } from '../testing/test-console.ts';
import type { TestConsole } from '../testing/test-console.ts';
import { startTestServer } from '../testing/test-server.ts';
import type { TestServer } from '../testing/test-server.ts';
import { PROPOSAL_KINDS } from './proposal-kinds.ts';
import { joinMembers } from '../testing/test-operator.ts';

/*
 * What holds for everything that one operator proposes and another decides. A kind is tested by being registered; what it is about
 * is tested beside it.
 */

type Operator = Awaited<ReturnType<TestConsole['operator']>>;

let server: TestServer;
let consoleSite: TestConsole;
let maker: Operator;
let checker: Operator;
let third: Operator;
/** Who may read none of them. */
let nobody: Operator;
let memberId: bigint;
let samples: Record<string, SampleProposal>;

beforeAll(async () => {
  server = await startTestServer();
  consoleSite = await startTestConsole(server);
  // The relay takes news out of the outbox: here is what was ever put in.
  await server.ownerPool.query(
    `create table heard (member_id bigint, type text);
     create function hear() returns trigger language plpgsql security definer set search_path = public as $$
       begin insert into heard values (new.member_id, new.message ->> 'type'); return null; end $$;
     create trigger hear after insert on outbox for each row execute function hear()`,
  );
  [maker, checker, third] = [
    await consoleSite.operator('owner'),
    await consoleSite.operator('owner'),
    await consoleSite.operator('owner'),
  ];
  await server.ownerPool.query(`insert into role (name, permissions) values ('nobody', '{support:nothing:read}')`);
  nobody = await consoleSite.operator('nobody');
  samples = sampleProposals(server, consoleSite, { maker, checker });
});
beforeEach(async () => {
  memberId = await makeMember(server.pool);
});
afterAll(async () => {
  await consoleSite.stop();
  await server.stop();
});

const view = z.looseObject({
  ...proposalFields,
  id: z.string(),
  reason: z.string(),
  status: z.string(),
  note: z.optional(z.nullable(z.string())),
  decisionNote: z.optional(z.nullable(z.string())),
  member: z.optional(z.looseObject(person.shape)),
});
const page = z.object({ items: z.array(view), nextCursor: z.nullable(z.string()) });

it('has a sample of each kind', () => {
  expect(PROPOSAL_KINDS.map(({ queue }) => queue.name).toSorted()).toEqual(Object.keys(samples).toSorted());
  expect(new Set(PROPOSAL_KINDS.map(({ queue }) => queue.path)).size).toBe(PROPOSAL_KINDS.length);
});

describe.each(PROPOSAL_KINDS.map(({ queue }) => [queue.name, queue] as const))('%s', (name, queue) => {
  function sample(): SampleProposal {
    const found = samples[name];
    if (found === undefined) throw new Error(`testing/sample-proposals.ts has no ${name}`);
    return found;
  }

  async function post(path: string, body: object, by: Operator, key: string | undefined = randomUUID()) {
    return await consoleSite.call('POST', path, { token: by.token, body, ...(key === '' ? {} : { key }) });
  }

  async function propose(by = maker, { key = randomUUID(), of = memberId }: { key?: string; of?: bigint } = {}) {
    return await post(sample().path ?? queue.path, await sample().body(of), by, key);
  }

  async function proposed(): Promise<z.infer<typeof view>> {
    const { body, text } = await propose();
    expect(body.error, text).toBeUndefined();
    return view.parse(body.data);
  }

  async function decide(id: string, body: object, by = checker, key?: string) {
    return await post(`${queue.path}/${id}/decision`, body, by, key);
  }

  async function withdraw(id: string, by = maker) {
    return (await post(`${queue.path}/${id}/withdraw`, {}, by)).body;
  }

  async function list(query: string, by = checker) {
    const { body } = await consoleSite.call('GET', `${queue.path}?${query}`, { token: by.token });
    return page.parse(body.data);
  }

  async function counted(by = checker): Promise<number> {
    const { body } = await consoleSite.call('GET', '/api/console/counters', { token: by.token });
    return countersView.parse(body.data)[name] ?? -1;
  }

  async function entries(id: string) {
    const { rows } = await server.ownerPool.query<{
      command: string;
      actor: string;
      status: string | null;
      reason: string;
    }>(
      `select command, actor_id::text as actor, detail ->> 'status' as status, detail ->> 'reason' as reason from audit
       where seq is not null and (subject_id = $1 or subject_type = 'member' and subject_id = $2) order by seq`,
      [id, memberId.toString()],
    );
    return rows;
  }

  async function heard(): Promise<string[]> {
    const { rows } = await server.ownerPool.query<{ type: string }>('select type from heard where member_id = $1', [
      memberId.toString(),
    ]);
    return rows.map(({ type }) => type);
  }

  const decided = () => ({ code: expect.any(Number), error: sample().decided });

  it('is in the file of its queue, as it stands, with the permission of the queue', async () => {
    const one = await proposed();
    const columns = ['subject', 'maker', 'status', 'createdAt', 'checker'].map((column) => ({
      name: column,
      title: column,
    }));
    const body = { list: name, language: 'en', filter: { status: 'proposed' }, columns };
    const file = async (by: Operator) =>
      (await consoleSite.call('POST', '/api/console/exports', { token: by.token, body })).text;
    const [first = '', ...others] = (await file(third)).split('\r\n').slice(1);
    expect(first).toMatch(/^[^,]+,desk_[a-z_]+,proposed,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,$/u);
    expect(others.at(-1)).toBe('');
    await withdraw(one.id);
    expect((await file(third)).split('\r\n')).toHaveLength(others.length + 1);
    expect(await file(nobody)).toContain('FORBIDDEN');
  });

  it('is proposed by one operator and approved by another, with an entry of each; then it is decided', async () => {
    const waiting = await counted();
    const one = await proposed();
    expect(one).toMatchObject({ status: 'proposed', maker: { id: `${maker.id}` }, checker: null, decidedAt: null });
    expect(await counted()).toBe(waiting + 1);
    expect((await list('status=proposed')).items[0]).toEqual(one);
    expect((await consoleSite.call('GET', `${queue.path}/${one.id}`, { token: third.token })).body.data).toEqual(one);

    expect((await decide(one.id, { approve: true }, maker)).body).toMatchObject({ error: 'SECOND_OPERATOR_NEEDED' });
    expect((await decide(one.id, { approve: false, reason: 'x' }, maker)).body).toMatchObject({
      error: 'SECOND_OPERATOR_NEEDED',
    });
    expect(await heard()).toEqual([]);
    const { body } = await decide(one.id, { approve: true });
    const done = view.parse(body.data);
    expect(done).toMatchObject({ id: one.id, status: sample().approved, checker: { id: `${checker.id}` } });
    expect(Date.parse(done.decidedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(done.createdAt));
    expect(await heard()).toEqual(sample().news);

    // The queue of every operator has it no more.
    for (const by of [maker, checker, third]) {
      expect((await list('status=proposed', by)).items.map(({ id }) => id)).not.toContain(one.id);
      expect(await counted(by)).toBe(waiting);
    }
    const acts = await entries(one.id);
    expect(acts.map(({ actor }) => actor)).toEqual([`${maker.id}`, `${checker.id}`]);
    expect(acts.map(({ command }) => command)).toEqual([
      expect.stringMatching(/^console\/[a-z-]+\/[a-z]+$/),
      expect.stringMatching(/^console\/[a-z-]+\/approve$/),
    ]);
    expect(acts[0]?.reason).toMatch(/./);
    expect(acts[1]?.status).toBe(sample().approved);

    expect((await decide(one.id, { approve: true })).body).toMatchObject(decided());
    expect((await decide(one.id, { approve: false, reason: 'x' }, third)).body).toMatchObject(decided());
    expect(await withdraw(one.id)).toMatchObject(decided());
    expect(await entries(one.id)).toHaveLength(2);
  });

  it('is rejected by another with a reason alone', async () => {
    const { id } = await proposed();
    expect((await decide(id, { approve: false })).body).toMatchObject({
      error: 'REASON_REQUIRED',
      fields: { reason: 'REASON_REQUIRED' },
    });
    expect((await decide(id, { approve: false, reason: 'no proof' })).body.data).toMatchObject({
      status: 'rejected',
      checker: { id: `${checker.id}` },
      [name === 'adjustments' ? 'decisionNote' : 'note']: 'no proof',
    });
    expect((await entries(id)).at(-1)).toMatchObject({
      actor: `${checker.id}`,
      status: 'rejected',
      reason: 'no proof',
    });
    expect((await decide(id, { approve: true }, third)).body).toMatchObject(decided());
    expect(await heard()).toEqual([]);
    expect((await list('status=rejected')).items[0]?.id).toBe(id);
  });

  it('is withdrawn by its maker alone, and another may follow', async () => {
    const { id } = await proposed();
    expect(await withdraw(id, checker)).toMatchObject({ error: 'MAKER_ONLY' });
    expect((await withdraw(id)).data).toMatchObject({ status: 'withdrawn' });
    expect((await entries(id)).at(-1)).toMatchObject({ actor: `${maker.id}`, status: 'withdrawn', reason: null });
    expect((await decide(id, { approve: true })).body).toMatchObject(decided());
    expect(await withdraw((await proposed()).id)).toMatchObject({ code: 200 });
  });

  it('is the same when it is sent again under its key, and refused under the key with another body', async () => {
    const key = randomUUID();
    const body = await sample().body(memberId);
    const path = sample().path ?? queue.path;
    const first = await post(path, body, maker, key);
    expect((await post(path, body, maker, key)).text).toBe(first.text);
    expect((await post(path, { ...body, ...other(body) }, maker, key)).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    const { id } = view.parse(first.body.data);
    const approval = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(async () => await decide(id, { approve: true }, checker, approval)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body.data).toMatchObject({ status: sample().approved });
    expect(await entries(id)).toHaveLength(2);
    expect((await post(path, body, maker, '')).body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
    expect((await decide(id, { approve: true }, checker, '')).body.error).toBe('IDEMPOTENCY_KEY_REQUIRED');
  });

  it('decided by many at once, or withdrawn meanwhile, has exactly one effect', async () => {
    const { id } = await proposed();
    const answers = await Promise.all([
      ...[checker, third].map(async (by) => (await decide(id, { approve: true }, by)).body),
      (async () => (await decide(id, { approve: false, reason: 'no' }, third)).body)(),
      withdraw(id),
    ]);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === sample().decided)).toHaveLength(3);
    expect(await entries(id)).toHaveLength(2);
  });

  it('is not approved when something speaks against it by now, and can still be rejected', async () => {
    const { id } = await proposed();
    await sample().hindered.by(memberId);
    expect((await decide(id, { approve: true })).body).toMatchObject({ error: sample().hindered.key });
    expect((await decide(id, { approve: false, reason: 'too late' })).body).toMatchObject({ code: 200 });
  });

  it('is neither of nor by the member concerned', async () => {
    if (!sample().isOfMember) {
      const { id, member } = await proposed();
      expect(member).toBeUndefined();
      await withdraw(id);
      return;
    }
    // Of an older release: an operator who is a member too.
    for (const { id } of [maker, third]) await joinMembers(server.ownerPool, id);
    expect((await propose(maker, { of: maker.id })).body).toMatchObject({ error: 'ITEM_OWN' });
    const { id } = view.parse((await propose(maker, { of: third.id })).body.data);
    expect((await decide(id, { approve: true }, third)).body).toMatchObject({ error: 'ITEM_OWN' });
    expect(await withdraw(id, third)).toMatchObject({ error: 'ITEM_OWN' });
    expect(await withdraw(id)).toMatchObject({ code: 200 });
  });

  it('is paged, newest first, and listed by the member it is about', async () => {
    const ids = [];
    for (const reason of ['first', 'second']) {
      const { id } = await proposed();
      await decide(id, { approve: false, reason });
      ids.unshift(id);
    }
    const first = await list('limit=1');
    const second = await list(`limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
    expect((await list('status=withdrawn,rejected&limit=2')).items.map(({ id }) => id)).toEqual(ids);
    const wrong = await consoleSite.call('GET', `${queue.path}?cursor=nonsense`, { token: checker.token });
    expect(wrong.body).toMatchObject({ error: 'FIELD_INVALID', fields: { cursor: 'FIELD_INVALID' } });
    if (!sample().isOfMember) return;
    const username = first.items[0]?.member?.username ?? '';
    expect((await list(`member=${username.toUpperCase()}`)).items.map(({ id }) => id)).toEqual(ids);
    expect((await list('member=nobody')).items).toEqual([]);
  });

  it('that is not there is not found', async () => {
    const id = /^\d+$/.test((await list('limit=1')).items[0]?.id ?? '') ? '999999999' : randomUUID();
    const refused = { error: sample().notFound };
    expect((await consoleSite.call('GET', `${queue.path}/${id}`, { token: checker.token })).body).toMatchObject(
      refused,
    );
    expect((await decide(id, { approve: true })).body).toMatchObject(refused);
    expect(await withdraw(id)).toMatchObject(refused);
  });
});

/** Another reason, for the kinds whose reason is words, or another note. */
function other(body: Readonly<Record<string, unknown>>): object {
  return 'note' in body ? { note: 'other words' } : { reason: 'other words' };
}
