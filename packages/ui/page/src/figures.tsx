import { useEffect, useState } from 'react';
import { AssetDisc } from '../../src/asset-disc.tsx';
import { CountdownRing } from '../../src/countdown-ring.tsx';
import { MoneyText } from '../../src/money-text.tsx';
import { ChangePill, PriceText } from '../../src/price-text.tsx';
import type { Direction } from '../../src/price-text.tsx';
import { Sparkline } from '../../src/sparkline.tsx';
import { PracticeBadge, StatusChip } from '../../src/status-chip.tsx';
import type { ChipIcon, ChipTone } from '../../src/status-chip.tsx';
import { useSay } from './look.ts';
import type { Sample } from './look.ts';
import { State, States } from './specimen.tsx';
import type { Specimen } from './specimen.tsx';

const SIZES = ['text-display', 'text-title-1', 'text-title-2', 'text-body', 'text-body-s', 'text-caption'] as const;
const UP = [3, 5, 4, 6, 5, 7, 9, 8, 10];
const DOWN = [10, 8, 9, 7, 5, 6, 4, 5, 3];

function Money() {
  return (
    <States>
      {SIZES.map((size) => (
        <State key={size} name={size}>
          <MoneyText text="¥114,519.49" className={size} />
        </State>
      ))}
    </States>
  );
}

const PRICES: readonly [Direction, string][] = [
  ['up', '+1.24%'],
  ['down', '−2.53%'],
  ['flat', '0.00%'],
];

function Prices() {
  const [price, setPrice] = useState(94_439);
  useEffect(() => {
    const timer = setInterval(() => setPrice((now) => now + 3), 1500);
    return () => clearInterval(timer);
  }, []);
  return (
    <States>
      {PRICES.map(([direction, change]) => (
        <State key={direction} name={direction}>
          <div className="flex items-center gap-3">
            <PriceText
              text={price.toLocaleString('en')}
              direction={direction}
              flashKey={price}
              arrow
              className="text-title-2"
            />
            <ChangePill text={change} direction={direction} />
          </div>
          <Sparkline points={direction === 'down' ? DOWN : UP} direction={direction} className="mt-2" />
        </State>
      ))}
      <State name="stale">
        <PriceText text="94,441.90" direction="up" stale className="text-title-2" />
      </State>
    </States>
  );
}

const CHIPS: readonly (readonly [ChipTone, ChipIcon, Sample])[] = [
  ['info', 'ring', ['充值中', '儲值中', 'Processing']],
  ['waiting', 'clock', ['审核中', '審核中', 'In review']],
  ['warn', 'alert', ['待补资料', '待補資料', 'Action needed']],
  ['success', 'check', ['审核通过', '審核通過', 'Approved']],
  ['danger', 'cross', ['已拒绝', '已拒絕', 'Rejected']],
  ['neutral', 'minus', ['已取消', '已取消', 'Cancelled']],
  ['up', 'up', ['买涨', '買漲', 'Up']],
  ['down', 'down', ['买跌', '買跌', 'Down']],
  ['win', 'plus', ['盈利', '盈利', 'Won']],
  ['lose', 'minus', ['亏损', '虧損', 'Lost']],
  ['neutral', 'equal', ['平局退款', '平局退款', 'Tie, refunded']],
];

function Chips() {
  const say = useSay();
  return (
    <div className="flex flex-wrap gap-3">
      {CHIPS.map(([tone, icon, sample]) => (
        <StatusChip key={`${tone} ${icon}`} tone={tone} icon={icon}>
          {say(sample)}
        </StatusChip>
      ))}
      <PracticeBadge>{say(['模拟', '模擬', 'Practice'])}</PracticeBadge>
    </div>
  );
}

const PAIRS = [
  ['€', 'EUR', '$', 'USD'],
  ['£', 'GBP', '$', 'USD'],
  ['$', 'USD', '¥', 'JPY'],
] as const;

function Discs() {
  return (
    <div className="flex flex-wrap items-center gap-4">
      {PAIRS.map(([first, base, second, quote]) => (
        <AssetDisc key={base} first={{ text: first, asset: base }} second={{ text: second, asset: quote }} />
      ))}
      {['BTC', 'ETH', 'SOL', 'BNB', 'Au', 'Ag'].map((code) => (
        <AssetDisc key={code} first={{ text: code, asset: { Au: 'XAU', Ag: 'XAG' }[code] ?? code }} />
      ))}
      <AssetDisc isSmall first={{ text: '€', asset: 'EUR' }} second={{ text: '$', asset: 'USD' }} />
      {['BTC', 'ETH', 'Au'].map((code) => (
        <AssetDisc key={code} isSmall first={{ text: code, asset: { Au: 'XAU' }[code] ?? code }} />
      ))}
    </div>
  );
}

function Rings() {
  const [start] = useState(() => Date.now());
  return (
    <States>
      <State name="running">
        <CountdownRing label="left" startsAtMs={start - 20_000} endsAtMs={start + 600_000} now={Date.now} />
      </State>
      <State name="last ten seconds">
        <CountdownRing label="left" startsAtMs={start - 51_000} endsAtMs={start + 9_000} now={Date.now} />
      </State>
      <State name="over">
        <CountdownRing label="left" startsAtMs={start - 60_000} endsAtMs={start} now={Date.now} />
      </State>
    </States>
  );
}

export const FIGURES: readonly Specimen[] = [
  {
    names: ['MoneyText'],
    about: 'In a row all of an amount has one size; in a large figure the cents step back, never below 16 px.',
    Show: Money,
  },
  { names: ['PriceText', 'ChangePill', 'Sparkline'], about: 'Direction: colour, arrow and sign.', Show: Prices },
  { names: ['StatusChip', 'PracticeBadge'], about: 'Colour by meaning, with an icon and a word.', Show: Chips },
  { names: ['AssetDisc'], about: 'The same asset has the same letters and colour in every list.', Show: Discs },
  { names: ['CountdownRing'], about: 'What is left of an order.', Show: Rings },
];
