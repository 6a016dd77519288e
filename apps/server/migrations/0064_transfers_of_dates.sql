-- Interest, and what is bought and repaid, have ids of their business date (invest_transfer): a list by time finds them beside the others.

create index transfer_dated on transfer (id) where type in ('investment', 'redemption', 'interest');
