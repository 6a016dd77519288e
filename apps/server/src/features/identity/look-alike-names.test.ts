import { LOOK_ALIKE_DIGITS, LOOK_ALIKES } from '@candor/domain/identity/look-alikes';
import { namesLike } from '@candor/domain/identity/reserved-name';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDb } from '../../testing/test-db.ts';
import type { TestDb } from '../../testing/test-db.ts';

/**
 * How a name reads is told twice: by the domain for the words of the site, by the database for operators' names. Letters that look
 * like none from a to z are the only difference: the database drops them, because no operator's name has one.
 */
let db: TestDb;
beforeAll(async () => {
  db = await createTestDb();
});
afterAll(async () => await db.drop());

const FORMS = z.array(z.object({ forms: z.array(z.string()) }));
/** What also changes how a name reads: accents, width, invisible characters, separators, and letters read as one another. */
const OTHERS = [
  'é',
  'É',
  'ü',
  'ñ',
  'Ａ',
  'ａ',
  '２',
  'l',
  'rn',
  'vv',
  'VV',
  '\u200b',
  '\u0301',
  '_',
  '.',
  ' ',
  '2',
  'ї',
  'İ',
  'ﬁ',
];

test('the database reads every look-alike as the domain does, wherever it stands and in both cases', async () => {
  const marks = [...Object.keys(LOOK_ALIKES), ...Object.keys(LOOK_ALIKE_DIGITS), ...OTHERS];
  const names = [...marks, ...marks.map((mark) => mark.toUpperCase())].flatMap((mark) => [
    `zhou${mark}wei`,
    `${mark}zhouwei`,
    `zhouwei${mark}`,
    `zh${mark}${mark}wei`,
    `x1${mark}8y${mark}k`,
    mark.repeat(4),
  ]);
  const { rows } = await db.ownerPool.query(
    `select array(select unnest(name_forms(name)) order by 1) as forms
     from unnest($1::text[]) with ordinality n (name, place) order by place`,
    [names],
  );
  const read = FORMS.parse(rows);
  expect(names.map((name, place) => [name, read[place]?.forms])).toEqual(
    names.map((name) => [name, namesLike(name).toSorted()]),
  );
});
