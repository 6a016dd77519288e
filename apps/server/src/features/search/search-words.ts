import { checkResidentId } from '@candor/domain/identity/resident-id';
import { parseMoney } from '@candor/domain/money';
import type { Currency } from '@candor/domain/money';
import type { Fingerprints } from '../../services/idempotency/idempotency.ts';
import { cardMark, nameMark } from '../../services/marks/marks.ts';
import { phoneForms } from '../../services/verification/phone-forms.ts';
import type { MemberWords, MoneyWords } from './search-store.ts';

/** What a typed text may mean. It may be several things at once: 6222 is a number, a part of a name, and an amount. */
export interface SearchWords {
  readonly member: MemberWords;
  readonly money: MoneyWords;
  /** Of an order; the number also of a complaint. */
  readonly id: string | null;
  readonly no: bigint | null;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const NUMBER = /^#?([1-9]\d{0,17})$/;
/** As cards are written: in groups. */
const BETWEEN = /[\s-]/g;
const CARD = /^\d{12,19}$/;
const AMOUNT = /^\d{1,15}(?:\.\d{1,4})?$/;

export function wordsOf(
  q: string,
  { currency, fingerprints }: { currency: Currency; fingerprints: Fingerprints },
): SearchWords {
  const text = q.trim();
  const id = ID.test(text) ? text.toLowerCase() : null;
  const number = NUMBER.exec(text)?.[1];
  const no = number === undefined ? null : BigInt(number);
  const digits = text.replaceAll(BETWEEN, '');
  const resident = checkResidentId(text, null);
  const amount = amountOf(text, currency);
  return {
    id,
    no,
    member: {
      text,
      phones: phoneForms(text),
      number: no,
      cardMark: CARD.test(digits) ? cardMark(fingerprints, digits) : null,
      nameMark: nameMark(fingerprints, text),
      idNumberMark: resident.ok ? fingerprints.of({ idNumber: resident.value.number }) : null,
    },
    money: { text, id, amount },
  };
}

/** "1,234.50" in minor units; null for what is no amount of the currency. */
function amountOf(text: string, currency: Currency): bigint | null {
  const plain = text.replaceAll(',', '').replace(/^[¥$€]\s*/, '');
  if (!AMOUNT.test(plain)) return null;
  const amount = parseMoney(plain, currency);
  return amount.ok && amount.value > 0n ? amount.value : null;
}
