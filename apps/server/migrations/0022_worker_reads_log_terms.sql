-- The worker makes receipts, too: it checks disputes with them. A receipt shows where its terms stand in the log.
grant select on log_terms to candor_worker;
