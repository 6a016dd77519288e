-- One open proposal for the terms of a project, and one for the savings rate: a second one is made for terms that the first may
-- change. Of what waits twice already, the newest stays open.
update invest_change c set status = 'withdrawn', checker = c.maker, note = 'A newer proposal waits.'
where c.status = 'proposed' and (c.project_id is not null or c.kind = 'savingsRate') and exists (select from invest_change n
  where n.status = 'proposed' and n.kind = c.kind and n.project_id is not distinct from c.project_id and n.id > c.id);
create unique index invest_change_open_project on invest_change (project_id) where status = 'proposed';
create unique index invest_change_open_rate on invest_change (kind) where status = 'proposed' and kind = 'savingsRate';
