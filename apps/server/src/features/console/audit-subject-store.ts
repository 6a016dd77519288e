import * as z from 'zod/mini';
import type { Db } from '../../platform/db/pool.ts';
import { int8 } from '../../platform/db/rows.ts';
import { manyRows } from '../../platform/db/statement.ts';

/*
 * What the entries of the log are about, as people know it. An entry names its subject by an id, which is hashed and stays as it
 * was written. The names are looked up for a page of entries only, each by the key of its own table, so that a page of a long log
 * is as quick as one of a short log.
 */

interface Subject {
  subjectType: string;
  subjectId: string;
}

const subjectRow = z.object({
  type: z.string(),
  id: z.string(),
  /** A reference, a username, the code of a product. */
  name: z.nullable(z.string()),
  names: z.nullable(z.record(z.string(), z.string())),
  memberId: z.nullable(int8),
  member: z.nullable(z.string()),
});
export type AuditSubjectRow = z.infer<typeof subjectRow>;

/** What an id cannot be is no id of that table: an entry may name anything. */
const selectSubjects = manyRows(
  subjectRow,
  `select s.type, s.id, f.name, f.names, f.member_id, m.username as member
   from (select t.type, t.id, case when pg_input_is_valid(t.id, 'uuid') then t.id::uuid end as key,
       case when pg_input_is_valid(t.id, 'bigint') then t.id::bigint end as number
     from unnest($1::text[], $2::text[]) as t(type, id)) s
   cross join lateral (
     select reference as name, null::jsonb as names, member_id from deposit where s.type = 'deposit' and id = s.key
     union all
     select reference, null, member_id from withdrawal where s.type = 'withdrawal' and id = s.key
     union all
     select reference, null, member_id from holding where s.type = 'holding' and id = s.key
     union all
     select null, null, member_id from adjustment where s.type = 'adjustment' and id = s.key
     union all
     select null, null, member_id from verification where s.type = 'verification' and id = s.number
     union all
     select null, null, member_id from support_conversation where s.type = 'conversation' and id = s.number
     union all
     select id::text, null, member_id from complaint where s.type = 'complaint' and id = s.number
     union all
     select null, null, member_id from file where s.type = 'file' and id = s.key
     union all
     select null, null, s.number where s.type in ('member', 'savings')
     union all
     select username, null, null from operator where s.type = 'operator' and id = s.number
     union all
     select username, null, null from staff_change where s.type = 'staff' and id = s.key
     union all
     select c.name, coalesce(c.names, r.names), null from role_change c left join role r on r.name = c.name
       where s.type = 'role' and c.id = s.key
     union all
     select nullif(i.code, ''), p.names, null from (
         select scope, code from product_stop where s.type = 'stop' and id = s.key
         union all
         select p.scope, p.code from product_resumption r join product_stop p on p.id = r.stop_id
           where s.type = 'resumption' and r.id = s.key
         union all
         select 'product', product from product_terms_change where s.type = 'productTerms' and id = s.key
         union all
         select 'product', product from product_change where s.type = 'productChange' and id = s.key) i
       left join product p on i.scope = 'product' and p.code = i.code
     union all
     select slug, null, null from text_change where s.type = 'text' and id = s.key
     union all
     select null, terms -> 'names', null from invest_change where s.type = 'investChange' and id = s.key
     union all
     select null, jsonb_strip_nulls(jsonb_build_object('zh-Hans', v.texts -> 'zh-Hans' -> 'title',
         'zh-Hant', v.texts -> 'zh-Hant' -> 'title', 'en', v.texts -> 'en' -> 'title')), null
       from (select texts from notice_version where s.type = 'notice' and notice_id = s.key order by version desc limit 1) v
     union all
     select null, jsonb_strip_nulls(jsonb_build_object('zh-Hans', v.texts -> 'zh-Hans' -> 'title',
         'zh-Hant', v.texts -> 'zh-Hant' -> 'title', 'en', v.texts -> 'en' -> 'title')), null
       from (select texts from banner_version where s.type = 'banner' and banner_id = s.key order by version desc limit 1) v
     union all
     select title, null, null from (
       select title from canned_answer where s.type = 'canned' and id = s.key order by version desc limit 1) c) f
   left join member m on m.id = f.member_id`,
  (types: readonly string[], ids: readonly string[]) => [types, ids],
  // To plan it takes longer than to run it.
  { name: 'audit-subjects' },
);

export type Named<Row> = Row & { subject: AuditSubjectRow | null };

/** The entries of a page, each with what it is about. */
export async function withSubjects<Row extends Subject>(db: Db, rows: readonly Row[]): Promise<Named<Row>[]> {
  const subjects = new Map(rows.map((row) => [keyOf(row.subjectType, row.subjectId), row]));
  const asked = [...subjects.values()];
  const found =
    asked.length === 0
      ? []
      : await selectSubjects(
          db,
          asked.map(({ subjectType }) => subjectType),
          asked.map(({ subjectId }) => subjectId),
        );
  const named = new Map(found.map((subject) => [keyOf(subject.type, subject.id), subject]));
  return rows.map((row) => ({ ...row, subject: named.get(keyOf(row.subjectType, row.subjectId)) ?? null }));
}

function keyOf(type: string, id: string): string {
  return `${type} ${id}`;
}
