import pg from 'pg';
import type { DatabaseClock } from '../platform/clock/clock.ts';

/**
 * The clock of one test database, which the test moves instead of waiting. Statements and functions read the time from
 * `clock_timestamp()` and `now()`. A schema before pg_catalog in their search path replaces these with functions that
 * add a shift. Product code does not change.
 */
export interface MovableClock {
  /** Sets the clock forward. Code that keeps an offset to it (`createDatabaseClock`) has to measure again. */
  moveBy: (ms: number) => Promise<void>;
  /** Sets the clock back, as a time service may. Most of what reads a clock trusts that nobody does this. */
  stepBack: (ms: number) => Promise<void>;
  /** From now on it stands still at this moment (epoch ms), until it is told another one. */
  standAt: (ms: number) => Promise<void>;
  /** Sets it to 30 ms into its next whole second, which `clock` then shows too; returns that second. */
  nextSecond: (clock?: DatabaseClock) => Promise<number>;
  close: () => Promise<void>;
}

const SECOND_MS = 1000;
const INTO_SECOND_MS = 30;

const SHIFTED = `
  create schema test_clock;
  create table test_clock.shift (by interval not null, stands_at timestamptz);
  insert into test_clock.shift values ('0');
  create function test_clock.clock_timestamp() returns timestamptz language sql volatile as
    'select coalesce(stands_at, pg_catalog.clock_timestamp() + by) from test_clock.shift';
  create function test_clock.now() returns timestamptz language sql stable as
    'select coalesce(stands_at, pg_catalog.now() + by) from test_clock.shift';
  grant usage on schema test_clock to public;
  grant select on test_clock.shift to public;`;

/** Column defaults are bound to the real clock when a table is made. */
const DEFAULTS = `
  do $$ declare one record; begin
    for one in
      select d.adrelid::regclass as tab, a.attname as col, pg_get_expr(d.adbin, d.adrelid) as expr
      from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
      where pg_get_expr(d.adbin, d.adrelid) ~ '(clock_timestamp|now)\\(\\)'
    loop
      execute format('alter table %s alter column %I set default %s', one.tab, one.col,
        regexp_replace(one.expr, '(pg_catalog\\.)?(clock_timestamp|now)\\(\\)', 'test_clock.\\2()', 'g'));
    end loop;
  end $$`;

/** Functions that set their own search path use it instead of the session's. */
const FUNCTIONS = `
  do $$ declare one record; begin
    for one in
      select p.oid::regprocedure as fn, substr(setting, length('search_path=') + 1) as path
      from pg_proc p, unnest(p.proconfig) as setting
      where p.pronamespace = 'public'::regnamespace and setting like 'search_path=%'
    loop
      execute format('alter function %s set search_path = test_clock, pg_catalog, %s', one.fn, one.path);
    end loop;
  end $$`;

/** Views are bound to the real clock when they are made. Their rights stay. */
const VIEWS = `
  do $$ declare one record; begin
    for one in
      select oid::regclass as name, pg_get_viewdef(oid) as definition, coalesce(array_to_string(reloptions, ','), '') as options
      from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
        and pg_get_viewdef(oid) ~ '(clock_timestamp|now)\\(\\)'
    loop
      execute format('create or replace view %s %s as %s', one.name,
        case when one.options = '' then '' else format('with (%s)', one.options) end,
        regexp_replace(one.definition, '(pg_catalog\\.)?(clock_timestamp|now)\\(\\)', 'test_clock.\\2()', 'g'));
    end loop;
  end $$`;

/** Other objects that are bound to the real clock when they are created; a test must not assume that they moved too. */
const BOUND = `
  select conrelid::regclass::text as name from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) ~ '(clock_timestamp|now)\\(\\)|current_timestamp'
  union all
  select oid::regclass::text from pg_class where relkind = 'm' and relnamespace = 'public'::regnamespace
    and pg_get_viewdef(oid) ~ '(clock_timestamp|now)\\(\\)|current_timestamp'
  union all
  select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace
    and (prosqlbody is not null or prosrc ~* 'current_(timestamp|date|time)|pg_catalog\\.(clock_timestamp|now)')`;

/** Call this before anything else connects to the database: a session reads its search path when it starts. */
export async function makeClockMovable(ownerUrl: string): Promise<MovableClock> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(BOUND);
  if (rows.length > 0) throw new Error(`Bound to the real clock: ${rows.map(({ name }) => name).join(', ')}`);
  await client.query(SHIFTED);
  await client.query(DEFAULTS);
  await client.query(VIEWS);
  await client.query(FUNCTIONS);
  const database = client.database ?? '';
  await client.query(`alter database ${database} set search_path = test_clock, pg_catalog, public`);
  const shift = async (ms: number): Promise<void> => {
    await client.query('update test_clock.shift set by = by + make_interval(secs => $1 / 1000.0)', [ms]);
  };
  const moveBy = async (ms: number): Promise<void> => {
    if (ms < 0) throw new Error('the clock only goes forward');
    await shift(ms);
  };
  return {
    moveBy,
    stepBack: async (ms) => await shift(-ms),
    standAt: async (ms) => {
      await client.query('update test_clock.shift set stands_at = to_timestamp($1::float8 / 1000)', [ms]);
    },
    nextSecond: async (clock) => {
      const { rows } = await client.query<{ ms: string }>(
        'select extract(epoch from test_clock.clock_timestamp()) * 1000 as ms',
      );
      const now = Number(rows[0]?.ms);
      const next = now - (now % SECOND_MS) + SECOND_MS;
      await moveBy(next + INTO_SECOND_MS - now);
      await clock?.measure();
      return next;
    },
    close: async () => await client.end(),
  };
}
