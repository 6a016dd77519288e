import { expect, it } from 'vitest';
import { statementName } from './statement-name.ts';

it.each([
  ['select id, name from member where id = $1 for update skip locked', 'select member'],
  ['with due as (select id from trade_order) update settlement set paid = true from due', 'update settlement'],
  ["insert into tick (at) values ($1) on conflict do update set at = 'from member'", 'insert tick'],
  ["select 'from secret', now()", 'select'],
  ['delete from only session s using member m', 'delete session'],
  ['select * from prepare_order_months()', 'select prepare_order_months'],
  ['select count(*)\n  from (select 1) as x', 'select'],
  ['begin', 'statement'],
])('%s', (text, name) => {
  expect(statementName(text)).toBe(name);
});
