/**
 * The whole schema of a database as text, from its catalogs: the same text for the same schema, whatever order it was made
 * in. Partitions are not shown: what they are called follows from the day. Shown are tables with columns, constraints, indexes, triggers, policies and partitions; views, types, sequences,
 * functions; the rights of every login, by column; comments; owners other than the database's; and what was changed of
 * Postgres itself. What is of a kind that this file does not know is named at the end, so that nothing is left out silently.
 */
import type { ClientBase } from 'pg';

const HEAD = `-- The schema of a Candor database, as the migrations leave it. Generated: do not edit. \`npm run schema\` writes it anew.
-- Everything belongs to the owner of the database, and what is not granted here is nobody else's, unless a line says so.
`;

/** Each answers rows of one text: a part of the schema, in an order that follows from names. */
const PARTS: Readonly<Record<string, string>> = {
  'The schema itself': `
    select describe from (
      select 1 as place, nspname as name, 'schema ' || nspname || owner_line(nspowner) as describe from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'
      union all select 2, nspname, grants('schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner)), nspowner) from pg_namespace
        where nspname !~ '^pg_' and nspname <> 'information_schema'
      union all select 3, extname, 'extension ' || extname || ' ' || extversion from pg_extension
      union all select 4, d.oid::text, 'default privileges of ' || defaclrole::regrole || ' in ' || defaclnamespace::regnamespace || ' for '
        || defaclobjtype::text || ': ' || defaclacl::text from pg_default_acl d
    ) parts where describe is not null order by place, name`,

  Types: `
    select 'create type ' || t.oid::regtype || case t.typtype
        when 'e' then ' as enum (' || (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = t.oid) || ')'
        when 'c' then ' as (' || (select string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
          from pg_attribute where attrelid = t.typrelid and attnum > 0 and not attisdropped) || ')'
        when 'd' then ' as domain ' || format_type(t.typbasetype, t.typtypmod) || coalesce(' default ' || t.typdefault, '')
          || case when t.typnotnull then ' not null' else '' end
          || coalesce((select ' ' || string_agg('constraint ' || conname || ' ' || pg_get_constraintdef(oid), ' ' order by conname)
            from pg_constraint where contypid = t.oid), '')
        else ' of kind ' || t.typtype::text end || ';' || owner_line(t.typowner)
      || coalesce(E'\n' || grants('type ' || t.oid::regtype, coalesce(t.typacl, acldefault('T', t.typowner)), t.typowner), '') || remark('type ' || t.oid::regtype, t.oid, 'pg_type')
    from pg_type t left join pg_class c on c.oid = t.typrelid
    where t.typnamespace = 'public'::regnamespace and t.typelem = 0 and (t.typtype in ('e', 'd', 'r') or c.relkind = 'c')
    order by t.typname`,

  Tables: `
    select concat_ws(E'\n',
      'create ' || case c.relpersistence when 'u' then 'unlogged ' else '' end || 'table ' || quote_ident(c.relname) || E' (\n  '
        || concat_ws(E',\n  ', columns_of(c.oid), constraints_of(c.oid)) || E'\n)'
        || coalesce(' partition by ' || pg_get_partkeydef(c.oid), '') || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '')
        || coalesce(' inherits of ' || (select string_agg(inhparent::regclass::text, ', ' order by inhseqno) from pg_inherits where inhrelid = c.oid)
          || coalesce(' ' || pg_get_expr(c.relpartbound, c.oid), ''), '') || ';' || owner_line(c.relowner),
      case when c.relreplident <> 'd' then 'replica identity ' || c.relreplident::text end,
      case when c.reltablespace <> 0 then 'tablespace ' || c.reltablespace end,
      (select string_agg(pg_get_indexdef(i.indexrelid) || ';' || case when i.indisvalid then '' else ' -- not valid' end
          || remark('index ' || i.indexrelid::regclass, i.indexrelid, 'pg_class'), E'\n' order by x.relname)
        from pg_index i join pg_class x on x.oid = i.indexrelid
        where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))),
      rules_of(c.oid),
      rights_of_table(c.oid),
      remark_line('table ' || c.oid::regclass, c.oid, 'pg_class'),
      remarks_of_columns(c.oid)) || E'\n'
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'f') and not c.relispartition order by c.relname`,

  Views: `
    select concat_ws(E'\n',
      'create ' || case c.relkind when 'm' then 'materialized ' else '' end || 'view ' || quote_ident(c.relname)
        || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') || ' as' || owner_line(c.relowner),
      pg_get_viewdef(c.oid, true),
      rules_of(c.oid),
      rights_of_table(c.oid),
      remark_line('view ' || c.oid::regclass, c.oid, 'pg_class'),
      remarks_of_columns(c.oid)) || E'\n'
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm') order by c.relname`,

  Sequences: `
    select concat_ws(E'\n',
      'sequence ' || c.oid::regclass || ' as ' || format_type(s.seqtypid, null) || ' start ' || s.seqstart || ' increment ' || s.seqincrement
        || ' from ' || s.seqmin || ' to ' || s.seqmax || ' cache ' || s.seqcache || case when s.seqcycle then ' cycle' else '' end
        || coalesce((select ' of ' || d.refobjid::regclass || '.' || a.attname from pg_depend d
          join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
          where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype in ('i', 'a')), '') || ';' || owner_line(c.relowner),
      grants('sequence ' || c.oid::regclass, coalesce(c.relacl, acldefault('s', c.relowner)), c.relowner),
      remark_line('sequence ' || c.oid::regclass, c.oid, 'pg_class'))
    from pg_sequence s join pg_class c on c.oid = s.seqrelid where c.relnamespace = 'public'::regnamespace order by c.relname`,

  Functions: `
    select concat_ws(E'\n',
      case when p.prokind = 'a' then 'aggregate ' || p.oid::regprocedure else rtrim(pg_get_functiondef(p.oid), E'\n') end || ';' || owner_line(p.proowner),
      grants('function ' || p.oid::regprocedure, coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner),
      remark_line('function ' || p.oid::regprocedure, p.oid, 'pg_proc')) || E'\n'
    from pg_proc p where p.pronamespace = 'public'::regnamespace order by p.proname, p.oid::regprocedure::text`,

  'What was changed of Postgres': `
    select describe from (
    select 1 as place, p.proname as name, 'function ' || p.oid::regprocedure || ': '
      || coalesce(nullif((select string_agg(rights, ', ' order by rights) from (
        select case when e.grantee = 0 then 'public' else e.grantee::regrole::text end || ' may ' || lower(e.privilege_type) as rights
        from aclexplode(p.proacl) e where e.grantee <> p.proowner) r), ''), 'the owner alone') as describe
    from pg_proc p left join pg_init_privs i on i.objoid = p.oid and i.classoid = 'pg_proc'::regclass
    where p.pronamespace <> 'public'::regnamespace and p.proacl is not null and p.proacl is distinct from i.initprivs
    union all select 2, c.relname, 'relation ' || c.oid::regclass || ': ' || c.relacl::text
    from pg_class c left join pg_init_privs i on i.objoid = c.oid and i.classoid = 'pg_class'::regclass and i.objsubid = 0
    where c.relnamespace = 'pg_catalog'::regnamespace and c.relacl is distinct from i.initprivs
    union all select 3, c.relname, 'column ' || c.oid::regclass || '.' || a.attname || ': ' || a.attacl::text
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_init_privs i on i.objoid = c.oid and i.classoid = 'pg_class'::regclass and i.objsubid = a.attnum
    where c.relnamespace = 'pg_catalog'::regnamespace and a.attacl is distinct from i.initprivs) changed
    order by place, name, describe`,

  'Of other kinds': `
    select describe from (
      select pg_describe_object(d.classid, d.objid, 0) as describe from pg_depend d
      where d.refclassid = 'pg_namespace'::regclass and d.refobjid = 'public'::regnamespace and d.classid not in (
        'pg_class'::regclass, 'pg_proc'::regclass, 'pg_type'::regclass)
      union all select 'event trigger ' || evtname from pg_event_trigger
      union all select 'publication ' || pubname from pg_publication
      union all select 'foreign server ' || srvname from pg_foreign_server
      union all select 'language ' || lanname from pg_language where lanname not in ('internal', 'c', 'sql', 'plpgsql')
    ) others order by describe`,
};

/** Used by the parts above. They live in the session's own schema and are gone with it. */
const TOOLS = `
  create function pg_temp.owner_line(owner oid) returns text language sql as $$
    select case when owner = (select datdba from pg_database where datname = current_database()) or owner::regrole::text = 'pg_database_owner'
      then '' else ' -- owner ' || owner::regrole end
  $$;
  create function pg_temp.remark_line(name text, object oid, catalog text) returns text language sql as $$
    select 'comment on ' || name || ' is ' || quote_literal(obj_description(object, catalog)) || ';'
  $$;
  create function pg_temp.remark(name text, object oid, catalog text) returns text language sql as $$
    select coalesce(E'\\n' || pg_temp.remark_line(name, object, catalog), '')
  $$;
  create function pg_temp.grants(name text, acl aclitem[], owner oid, of_columns text default '') returns text language sql as $$
    select string_agg('grant ' || rights || ' on ' || name || ' to ' || who || ';', E'\\n' order by who, rights) from (
      select case when e.grantee = 0 then 'public' else e.grantee::regrole::text end || case when e.is_grantable then ' with grant option' else '' end
          || case when e.grantor <> owner then ' granted by ' || e.grantor::regrole else '' end as who,
        string_agg(lower(e.privilege_type), ', ' order by e.privilege_type) as rights
      from aclexplode(acl) e where e.grantee <> owner group by 1) g
  $$;
  create function pg_temp.columns_of(relation oid) returns text language sql as $$
    select string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end
      || case a.attidentity when 'a' then ' generated always as identity' when 'd' then ' generated by default as identity' else '' end
      || case a.attgenerated when 's' then ' generated always as (' || pg_get_expr(d.adbin, a.attrelid) || ') stored'
        when 'v' then ' generated always as (' || pg_get_expr(d.adbin, a.attrelid) || ') virtual'
        else coalesce(' default ' || pg_get_expr(d.adbin, a.attrelid), '') end
      || case when a.attnotnull then coalesce((select ' constraint ' || quote_ident(k.conname) from pg_constraint k join pg_class c on c.oid = k.conrelid
        where k.conrelid = a.attrelid and k.contype = 'n' and k.conkey = array[a.attnum]
          and k.conname <> left(c.relname || '_' || a.attname || '_not_null', 63)), '') || ' not null' else '' end
      || case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text else '' end
      || case when a.attcompression <> '' then ' compression ' || a.attcompression::text else '' end
      || coalesce(' statistics ' || a.attstattarget, '') || coalesce(' with (' || array_to_string(a.attoptions, ', ') || ')', ''),
      E',\\n  ' order by a.attnum)
    from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = relation and a.attnum > 0 and not a.attisdropped
  $$;
  create function pg_temp.constraints_of(relation oid) returns text language sql as $$
    select string_agg('constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid, true),
      E',\\n  ' order by position(contype in 'puxfc'), conname)
    from pg_constraint where conrelid = relation and contype not in ('n', 't') and (contype <> 'f' or conparentid = 0)
  $$;
  create function pg_temp.rules_of(relation oid) returns text language sql as $$
    select string_agg(line, E'\\n' order by place, line) from (
      select 1 as place, pg_get_triggerdef(oid) || ';' || case tgenabled when 'O' then '' else ' -- enabled ' || tgenabled::text end
        || pg_temp.remark('trigger ' || quote_ident(tgname) || ' on ' || relation::regclass, oid, 'pg_trigger') as line
      from pg_trigger where tgrelid = relation and not tgisinternal
      union all select 2, pg_get_ruledef(oid) from pg_rewrite where ev_class = relation and rulename <> '_RETURN'
      union all select 3, 'alter table ' || relation::regclass || ' enable row level security;' from pg_class where oid = relation and relrowsecurity
      union all select 3, 'alter table ' || relation::regclass || ' force row level security;' from pg_class where oid = relation and relforcerowsecurity
      union all select 4, 'create policy ' || quote_ident(polname) || ' on ' || relation::regclass || case when polpermissive then '' else ' as restrictive' end
        || ' for ' || case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end || ' to '
        || (select string_agg(case when r = 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text) from unnest(polroles) r)
        || coalesce(' using (' || pg_get_expr(polqual, polrelid) || ')', '') || coalesce(' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '') || ';'
      from pg_policy where polrelid = relation
      union all select 5, 'comment on constraint ' || quote_ident(conname) || ' on ' || relation::regclass || ' is '
        || quote_literal(obj_description(oid, 'pg_constraint')) || ';' from pg_constraint
      where conrelid = relation and obj_description(oid, 'pg_constraint') is not null
    ) lines
  $$;
  create function pg_temp.rights_of_table(relation oid) returns text language sql as $$
    select string_agg('grant ' || rights || ' on ' || relation::regclass || ' to ' || who || ';', E'\\n' order by who) from (
      select who, string_agg(what, ', ' order by what) as rights from (
        select who, privilege || case when bool_or(attname is null) then '' else ' (' || string_agg(quote_ident(attname), ', ' order by attnum) || ')' end as what
        from (
          select r.name || case when e.is_grantable then ' with grant option' else '' end
            || case when e.grantor <> c.relowner then ' granted by ' || e.grantor::regrole else '' end as who,
            lower(e.privilege_type) as privilege, null as attname, 0 as attnum
          from pg_class c, aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) e,
            lateral (select case when e.grantee = 0 then 'public' else e.grantee::regrole::text end as name) r
          where c.oid = relation and e.grantee <> c.relowner
          union all select r.name || case when e.is_grantable then ' with grant option' else '' end
            || case when e.grantor <> c.relowner then ' granted by ' || e.grantor::regrole else '' end,
            lower(e.privilege_type), a.attname, a.attnum
          from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) e,
            lateral (select case when e.grantee = 0 then 'public' else e.grantee::regrole::text end as name) r
          where c.oid = relation and e.grantee <> c.relowner and not a.attisdropped
        ) each_right group by who, privilege, attname is null
      ) by_privilege group by who
    ) by_login
  $$;
  create function pg_temp.remarks_of_columns(relation oid) returns text language sql as $$
    select string_agg('comment on column ' || relation::regclass || '.' || quote_ident(attname) || ' is '
      || quote_literal(col_description(relation, attnum)) || ';', E'\\n' order by attnum)
    from pg_attribute where attrelid = relation and attnum > 0 and not attisdropped and col_description(relation, attnum) is not null
  $$;
`;

const TOOL_NAMES =
  /\b(owner_line|remark_line|remark|grants|columns_of|constraints_of|rules_of|rights_of_table|remarks_of_columns)\(/g;

/** @param owner a connection of the owner of the database; what it makes for this is undone at the end */
export async function schemaText(owner: ClientBase): Promise<string> {
  await owner.query('begin');
  try {
    await owner.query(TOOLS);
    const parts = [HEAD];
    for (const [title, statement] of Object.entries(PARTS)) {
      const text = statement.replaceAll(TOOL_NAMES, 'pg_temp.$1(');
      const { rows } = await owner.query<string[]>({ text, rowMode: 'array' });
      parts.push(`\n-- ${title} ${'-'.repeat(Math.max(1, 116 - title.length))}\n`);
      parts.push(...(rows.length === 0 ? ['-- None.'] : rows.map((row) => row[0] ?? '')));
    }
    return `${parts.join('\n').trimEnd()}\n`;
  } finally {
    await owner.query('rollback');
  }
}
