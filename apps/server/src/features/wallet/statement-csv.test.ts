import { expect, test } from 'vitest';
import { csvHead, csvRow } from './statement-csv.ts';

test('the columns are in the requested language; amounts, times and ids are the same in all', () => {
  const transfer = {
    id: '0199a000-0000-7000-8000-000000000001',
    type: 'orderStake' as const,
    amount: '-100.00',
    balanceAfter: '99900.00',
    wallet: 'practice' as const,
    at: '2026-11-21T10:00:00.000Z',
    refType: 'order',
    refId: 'o1',
    reason: null,
  };
  const id = transfer.id;
  expect(csvHead('en')).toBe(
    '\uFEFFTime (UTC),Type,Amount,Balance after,Wallet,Belongs to,Reference,Transfer,Explanation\r\n',
  );
  expect(csvRow(transfer, 'en')).toBe(
    `2026-11-21T10:00:00.000Z,Order stake,-100.00,99900.00,Practice,Order,o1,${id},\r\n`,
  );
  expect(csvHead('zh-Hans')).toBe('\uFEFF时间（UTC）,类型,金额,变动后余额,钱包,关联类型,关联编号,流水编号,说明\r\n');
  expect(csvRow(transfer, 'zh-Hans')).toBe(
    `2026-11-21T10:00:00.000Z,下单扣款,-100.00,99900.00,模拟,订单,o1,${id},\r\n`,
  );
  expect(csvRow(transfer, 'zh-Hant')).toBe(
    `2026-11-21T10:00:00.000Z,下單扣款,-100.00,99900.00,模擬,訂單,o1,${id},\r\n`,
  );
});

test('the reference type is written as it is when it has no translation', () => {
  const transfer = {
    id: 'i',
    type: 'fee',
    amount: '1.00',
    balanceAfter: '1.00',
    wallet: 'cash',
    at: 'a',
    refId: 'r',
    reason: null,
  } as const;
  expect(csvRow({ ...transfer, refType: 'toString' }, 'en')).toContain(',toString,r,');
});

test('money that was added or deducted by hand has its explanation in the language of the file', () => {
  const transfer = {
    id: 'i',
    type: 'manualDeduct',
    amount: '-1.00',
    balanceAfter: '1.00',
    wallet: 'cash',
    at: 'a',
    refType: 'adjustment',
    refId: 'r',
    reason: 'BOOKED_TWICE',
  } as const;
  expect(csvRow(transfer, 'en')).toBe(
    'a,Manual deduct,-1.00,1.00,Cash,Change by hand,r,i,A payment had been credited twice. The second credit is taken back.\r\n',
  );
  expect(csvRow(transfer, 'zh-Hant')).toContain(',同一筆付款曾重複入帳，現扣回重複的部分。');
});
