/* The prices that an order ran through: a picture, and the same second by second in figures. */

import { Table, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import type { OperatorOrder } from '@candor/contract/console-orders';
import { useMoments } from '../../services/moments/moments.tsx';
import { endsOf, pricePath } from './price-path.ts';
import { priceText } from './price-text.ts';
import './orders.css';

const WIDTH = 480;
const HEIGHT = 120;
const TOP = 18;
const FOOT = 20;
const EACH_END = 30;

type Ticks = NonNullable<OperatorOrder['prices']>;

export function PriceChart({ order }: { order: OperatorOrder }) {
  const t = useTranslations('orders');
  const { prices } = order;
  if (prices === null) return <Text c="dimmed">{t('pricesUnread')}</Text>;
  const path = pricePath(prices, WIDTH, HEIGHT);
  if (path === null) return <Text c="dimmed">{t('pricesNone')}</Text>;
  return (
    <>
      <Picture order={order} ticks={prices} path={path} />
      <Text fz="xs" c="dimmed" className="figures" mb="xs">
        {t('pricesRange', { low: priceText(path.low), high: priceText(path.high) })}
      </Text>
      <TickTable order={order} ticks={prices} />
    </>
  );
}

type PictureProps = {
  order: OperatorOrder;
  ticks: Ticks;
  path: NonNullable<ReturnType<typeof pricePath>>;
};

function Picture({ order, ticks, path }: PictureProps) {
  const t = useTranslations('orders');
  const moments = useMoments();
  const [from, to] = [ticks[0]?.at ?? order.entryAt, ticks.at(-1)?.at ?? order.closesAt];
  const marks = [
    { name: t('isEntry'), at: order.entry?.at ?? order.entryAt },
    { name: t('isExit'), at: order.exit?.at ?? order.closesAt },
  ].filter(({ at }) => at >= from && at <= to);
  const { entryPrice } = order;
  const text = t('pricesText', {
    from: moments.text(from),
    to: moments.text(to),
    low: priceText(path.low),
    high: priceText(path.high),
  });
  return (
    <svg viewBox={`0 ${-TOP} ${WIDTH} ${HEIGHT + TOP + FOOT}`} role="img" aria-label={text} className="order-path">
      {marks.map(({ name, at }, index) => {
        const x = path.xOf(at);
        const anchor = index === 0 ? 'start' : 'end';
        return (
          <g key={name}>
            <line x1={x} x2={x} y1={0} y2={HEIGHT} className="order-path-mark" />
            <text x={x} y={-6} textAnchor={anchor}>
              {name}
            </text>
            <text x={x} y={HEIGHT + 14} textAnchor={anchor}>
              {moments.second(at)}
            </text>
          </g>
        );
      })}
      {entryPrice !== null && (
        <line x1={0} x2={WIDTH} y1={path.yOf(entryPrice)} y2={path.yOf(entryPrice)} className="order-path-mark" />
      )}
      <polyline points={path.points} className="order-path-line" />
      {path.odd.map(({ x, y, at }) => (
        <circle key={at} cx={x} cy={y} r={2.5} className="order-path-odd" />
      ))}
    </svg>
  );
}

function TickTable({ order, ticks }: { order: OperatorOrder; ticks: Ticks }) {
  const t = useTranslations('orders');
  const { head, left, tail } = endsOf(ticks, EACH_END);
  return (
    // Whoever has no mouse scrolls it by the keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="order-ticks" tabIndex={0} role="region" aria-label={t('prices')}>
      <Table verticalSpacing={4} horizontalSpacing={0}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('time')}</Table.Th>
            <Table.Th className="number">{t('price')}</Table.Th>
            <Table.Th className="number">{t('tickState')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {head.map((tick) => (
            <TickRow key={tick.at} order={order} tick={tick} />
          ))}
          {left > 0 && (
            <Table.Tr>
              <Table.Td colSpan={3} c="dimmed">
                {t('between', { count: left })}
              </Table.Td>
            </Table.Tr>
          )}
          {tail.map((tick) => (
            <TickRow key={tick.at} order={order} tick={tick} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function TickRow({ order, tick: { at, price, status } }: { order: OperatorOrder; tick: Ticks[number] }) {
  const t = useTranslations('orders');
  const moments = useMoments();
  const isEntry = order.entry?.at === at;
  const isExit = order.exit?.at === at;
  return (
    <Table.Tr>
      <Table.Td className="figures unbroken" {...(isEntry || isExit ? { fw: 600 } : {})}>
        {moments.second(at)}
        {isEntry && ` · ${t('isEntry')}`}
        {isExit && ` · ${t('isExit')}`}
      </Table.Td>
      <Table.Td className="number">{priceText(price)}</Table.Td>
      <Table.Td className="number" {...(status === 'OK' ? { c: 'dimmed' } : {})}>
        {t(`tickOf.${status}`)}
      </Table.Td>
    </Table.Tr>
  );
}
