-- 0031 wrote decide_product_terms anew and looked for operators among members, where they are no longer (0030).
do $$
begin
  execute replace(pg_get_functiondef('decide_product_terms'::regproc), 'from member m join role r on r.name = any(m.roles)',
    'from operator m join role r on r.name = any(m.roles)');
end $$;
