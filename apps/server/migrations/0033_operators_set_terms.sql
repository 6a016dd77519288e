-- As in 0030: a function of 0031 still asked whether a member has a role, and members have none.
do $$
declare
  f record;
begin
  for f in select p.oid from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.prosrc like '%from member m join role r on r.name = any(m.roles)%'
  loop
    execute replace(pg_get_functiondef(f.oid), 'from member m join role r on r.name = any(m.roles)',
      'from operator m join role r on r.name = any(m.roles)');
  end loop;
end $$;
