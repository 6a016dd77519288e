-- A chart draws one kind of prices: a line from simulated to replayed prices shows a jump that no market made.
alter table candle add feed text constraint candle_feed_check check (feed in ('live', 'replay', 'simulated'));
comment on column candle.feed is 'The kind of its prices; null in bars from before this was known, which are shown with any kind.';
