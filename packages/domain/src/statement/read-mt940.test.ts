import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMt940, readMt940 } from './read-mt940.ts';
import { readSafely } from './statement.ts';
import type { StatementProblem } from './statement.ts';

const EUR = { currency: 'EUR', decimals: 2 };

const ONE = [
  '{1:F01DEUTDEFFAXXX0000000000}{2:I940DEUTDEFFXXXXN}{4:',
  ':20:STARTUMSE',
  ':25:37040044/0532013000',
  ':28C:00231/001',
  ':60F:C261127EUR1000,00',
  ':61:2611281128CR250,50N051NONREF//8327000090031789',
  ':86:166?00GUTSCHRIFT?109251?20EREF+K7P2QX4M?21SVWZ+Einzahlung K7P2',
  '?22QX4M?30DEUTDEFF?31DE89370400440532013000?32Lin?33 Xiaoyu',
  ':61:2611281128DR1000,00N051W9Z8Y7X6//BANK-77',
  'Payment order',
  ':86:Plain words of a bank',
  ':61:261128RC50,50NMSCNONREF',
  ':61:261128RD0,50NMSCNONREF',
  ':62F:C261128EUR200,50',
  ':86:Words about the whole statement',
  '-}',
];

function read(lines: readonly string[]) {
  return readSafely(() => readMt940(lines.join('\r\n'), EUR));
}

function problem(lines: readonly string[]): StatementProblem | null {
  const answer = read(lines);
  return answer.ok ? null : answer.error;
}

/** The statement with another line in the place of one that begins so. */
function withLine(begins: string, line: string): readonly string[] {
  return ONE.map((each) => (each.startsWith(begins) ? line : each));
}

describe('readMt940', () => {
  it('reads balances, entries and what is told of each', () => {
    const answer = read(ONE);
    expect(answer).toMatchObject({ ok: true });
    const [statement] = answer.ok ? answer.value : [];
    expect(statement).toMatchObject({
      account: '37040044/0532013000',
      number: '00231/001',
      opening: 100_000n,
      closing: 20_050n,
    });
    expect(statement?.entries).toEqual([
      {
        bookedOn: '2026-11-28',
        valuedOn: '2026-11-28',
        amount: 25_050n,
        isReversal: false,
        bankRef: '8327000090031789',
        endToEndId: 'K7P2QX4M',
        counterparty: 'Lin Xiaoyu',
        text: 'EREF+K7P2QX4MSVWZ+Einzahlung K7P2QX4M',
      },
      {
        bookedOn: '2026-11-28',
        valuedOn: '2026-11-28',
        amount: -100_000n,
        isReversal: false,
        bankRef: 'BANK-77',
        endToEndId: 'W9Z8Y7X6',
        counterparty: '',
        text: 'Plain words of a bank Payment order',
      },
      expect.objectContaining({ amount: -5_050n, isReversal: true, endToEndId: '' }),
      expect.objectContaining({ amount: 50n, isReversal: true }),
    ]);
  });

  it('reads the words between slashes that other banks write', () => {
    const lines = withLine(':86:166', ':86:/TRTP/SEPA/EREF/K7P2QX4M/NAME/Lin Xiaoyu/REMI/no/thing').filter(
      (line) => !line.startsWith('?22'),
    );
    const answer = read(lines);
    expect(answer.ok && answer.value[0]?.entries[0]).toMatchObject({
      endToEndId: 'K7P2QX4M',
      counterparty: 'Lin Xiaoyu',
    });
  });

  it('reads several statements of a file, each by itself', () => {
    const answer = read([...ONE, ...withLine(':28C:', ':28C:00232/001')]);
    expect(answer.ok && answer.value.map(({ number }) => number)).toEqual(['00231/001', '00232/001']);
  });

  it('gives a date of entry the year next to its value date', () => {
    const answer = read(withLine(':61:2611281128CR', ':61:2612310102CR250,50N051NONREF'));
    expect(answer.ok && answer.value[0]?.entries[0]?.bookedOn).toBe('2027-01-02');
    const back = read(withLine(':61:2611281128CR', ':61:2601021231CR250,50N051NONREF'));
    expect(back.ok && back.value[0]?.entries[0]?.bookedOn).toBe('2025-12-31');
  });

  it.each([
    ['a balance that does not follow', ':62F:', ':62F:C261128EUR200,51', 'STATEMENT_BALANCE', 0],
    ['a day that no month has', ':61:261128RC', ':61:260230RC50,50NMSCNONREF', 'STATEMENT_DATE', 12],
    ['a point in an amount', ':61:261128RC', ':61:261128RC50.50NMSCNONREF', 'STATEMENT_INVALID', 12],
    ['a cent of a cent', ':61:261128RC', ':61:261128RC50,505NMSCNONREF', 'STATEMENT_AMOUNT', 12],
    ['another currency', ':60F:', ':60F:C261127USD1000,00', 'STATEMENT_CURRENCY', 5],
    ['no account', ':25:', ':99:none', 'STATEMENT_MISSING', 2],
    ['a mark that is none', ':61:261128RC', ':61:261128RX50,50NMSCNONREF', 'STATEMENT_INVALID', 12],
    ['no closing balance', ':62F:', ':64:C261128EUR200,50', 'STATEMENT_MISSING', 2],
  ])('refuses %s, and says where', (_, begins, line, key, at) => {
    expect(problem(withLine(begins, line))).toMatchObject({ key, line: at });
  });

  it('knows its own from other texts', () => {
    expect(isMt940(ONE.join('\r\n'))).toBe(true);
    expect(isMt940(':20:X\n:25:1')).toBe(true);
    expect(isMt940('Date,Amount\n2026-11-28,:20:')).toBe(false);
    expect(isMt940('<Document/>')).toBe(false);
  });

  it('reads what it is told of any entries, and refuses every other closing balance', () => {
    const amounts = fc.array(
      fc.bigInt({ min: -9_999_999n, max: 9_999_999n }).filter((units) => units !== 0n),
      {
        maxLength: 20,
      },
    );
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: -99n, max: 99n }), (units, off) => {
        const text = (amount: bigint): string => {
          const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0');
          return `${digits.slice(0, -2)},${digits.slice(-2)}`;
        };
        const sign = (amount: bigint): string => (amount < 0n ? 'D' : 'C');
        const closing = units.reduce((sum, each) => sum + each, 0n) + off;
        const answer = read([
          ':20:X',
          ':25:123456',
          ':28C:1',
          ':60F:C260101EUR0,00',
          ...units.map((each) => `:61:260101${sign(each)}${text(each)}NMSCNONREF`),
          `:62F:${sign(closing)}260101EUR${text(closing)}`,
        ]);
        expect(answer.ok).toBe(off === 0n);
        if (answer.ok) expect(answer.value[0]?.entries.map(({ amount }) => amount)).toEqual(units);
      }),
    );
  });
});
