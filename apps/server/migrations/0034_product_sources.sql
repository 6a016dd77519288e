-- Where the prices of a product come from is a matter of the product, and no constant of the program: the exchanges that quote it with the
-- symbol that each uses, and how a simulated price moves.

alter table product
  add column sources jsonb not null default '{}' check (jsonb_typeof(sources) = 'object' and length(sources::text) <= 400),
  add column simulated jsonb check (jsonb_typeof(simulated) = 'object' and length(simulated::text) <= 100);
comment on column product.sources is 'The symbol by exchange, such as {"binance": "BTCUSDT"}: only exactly the same instrument. Prices come from there where it can be reached.';
comment on column product.simulated is
  'The first simulated price in units of the product, and its yearly volatility in 1/10,000. Null: its prices are never simulated.';

-- What the program knew of the products that sites began with.
update product p set sources = x.sources, simulated = jsonb_build_object('level', x.level, 'volatility', x.volatility)
from (values
  ('BTCUSDT', '{"binance": "BTCUSDT", "okx": "BTC-USDT", "kraken": "BTC/USDT"}'::jsonb, 8800000, 5000),
  ('ETHUSDT', '{"binance": "ETHUSDT", "okx": "ETH-USDT", "kraken": "ETH/USDT"}', 290000, 6500),
  ('SOLUSDT', '{"binance": "SOLUSDT", "okx": "SOL-USDT", "kraken": "SOL/USDT"}', 13500, 8000),
  ('BNBUSDT', '{"binance": "BNBUSDT", "okx": "BNB-USDT"}', 87000, 6000),
  ('BTCUSD', '{"coinbase": "BTC-USD", "kraken": "BTC/USD"}', 8800000, 5000),
  ('EURUSD', '{"kraken": "EUR/USD"}', 114500, 750),
  ('GBPUSD', '{"kraken": "GBP/USD"}', 131800, 800),
  ('USDJPY', '{"kraken": "USD/JPY"}', 155400, 1000),
  ('AUDUSD', '{"kraken": "AUD/USD"}', 65200, 1000),
  ('NZDUSD', '{}', 57100, 1000),
  ('XAUUSD', '{}', 406000, 1800),
  ('XAGUSD', '{}', 50200, 3200),
  ('DE30EUR', '{}', 232000, 1700),
  ('US500', '{}', 66000, 1600)
) x (code, sources, level, volatility)
where p.code = x.code;
