-- The worker tells of openings. A product that is stopped does not open, so it reads why, as the others do (productFacts).
grant select (id, scope, code, stopped_at, ended_at) on product_stop to candor_worker;
