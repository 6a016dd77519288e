-- Seeds of simulated prices, published when they are used no more. The ticks of the day name the commitment; with the seed
-- anyone computes the prices again (packages/proof/src/simulated-path.ts).

create table simulator_seed (
  commitment   bytea primary key,
  day          date not null,
  seed         bytea not null,
  published_at timestamptz not null default clock_timestamp(),
  constraint simulator_seed_commitment_check
    check (commitment = sha256(('candor-simulator-seed-v1' || chr(10) || encode(seed, 'hex') || chr(10))::bytea)),
  constraint simulator_seed_seed_check check (length(seed) = 32)
);
comment on table simulator_seed is 'What a simulator drew for a UTC day. A process that is killed takes its seed along.';
create index simulator_seed_day on simulator_seed (day);
grant select on simulator_seed to candor_http;
grant insert (commitment, day, seed) on simulator_seed to candor_feed;
