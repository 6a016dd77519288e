import { err, ok } from '../result.ts';
import type { Result } from '../result.ts';
import { NAME_DOT, readName, readNumber } from '../text/typed-text.ts';

/** The large banks of the mainland, by the abbreviations they use themselves. */
export const BANK_CODES = [
  'ICBC',
  'ABC',
  'BOC',
  'CCB',
  'BOCOM',
  'PSBC',
  'CMB',
  'CITIC',
  'CEB',
  'CMBC',
  'CIB',
  'SPDB',
  'PAB',
  'HXB',
  'CGB',
  'CZB',
  'CBHB',
  'BOB',
  'BOS',
  'JSB',
  'NJCB',
  'NBCB',
] as const;
export type BankCode = (typeof BANK_CODES)[number];

export const CARD_DIGITS_MIN = 12;
export const CARD_DIGITS_MAX = 19;

/**
 * The first digits of the cards of each bank. A number that begins with none of them may still be a card: the member then
 * chooses the bank.
 */
const PREFIXES: Readonly<Record<BankCode, string>> = {
  ICBC: '620200 620302 620402 620502 620602 621225 621226 621227 621281 621288 621558 621559 621721 621722 621723 622200 622202 622203 622208 622210 622211 9558',
  ABC: '622821 622822 622823 622824 622825 622826 622827 622840 622841 622843 622844 622845 622846 622847 622848 622849 623018 623206 620059 621336 95595 95596 95597 95598 95599 103',
  BOC: '621212 621256 621283 621330 621331 621332 621333 621568 621569 621620 621660 621661 621662 621663 621665 621666 621667 621668 621669 621672 621725 621741 621756 621757 621758 621759 621782 621785 621786 621787 621788 621789 621790 623208 456351 601382',
  CCB: '436742 436745 489592 524094 526410 532450 532458 552801 621080 621081 621082 621284 621466 621467 621488 621499 621598 621621 621700 622280 622700 623211 623251 623668',
  BOCOM: '405512 601428 620013 621002 621069 621335 621436 622258 622259 622260 622261 622262 622656',
  PSBC: '620062 620529 621095 621096 621098 621285 621599 621797 621798 621799 622150 622151 622188 622199 623218 623219 955100',
  CMB: '410062 468203 512425 524011 620520 621286 621483 621485 621486 621299 622576 622577 622578 622579 622580 622581 622582 622588 622598 622609 623126 623136 690755 95555',
  CITIC:
    '433666 433667 433668 433669 433670 433671 433680 442729 442730 620082 621767 621768 621770 621771 621772 621773 622690 622691 622692 622696 622698 622998 622999 968807 968808 968809',
  CEB: '303 620535 620085 621489 621490 621491 621492 622660 622661 622662 622663 622664 622665 622666 622667 622668 622669 622670 622671 622672 622673 622674 623155 90030',
  CMBC: '415599 421393 421865 427570 427571 472067 472068 620259 621691 622615 622616 622617 622618 622619 622620 622621 622622 623198 623258',
  CIB: '438588 438589 451289 486493 486494 486861 523036 527414 622908 622909 622922 622929 623667 966666',
  SPDB: '456418 498451 515672 517650 525998 621351 621352 621390 621792 621793 621795 621796 622516 622517 622518 622521 622522 622523 623250 84301 84336 84373 84385 84390 87000 87010 87030 87040 984301 984303',
  PAB: '412962 412963 415752 415753 602907 620010 621626 622298 622535 622536 622538 622539 622983 622986 622989 623058 623269 627066 627067 627068 627069 998800 998802',
  HXB: '523959 528708 528709 539867 539868 621222 622630 622631 622632 622633 622636 622637 622638 623020 623021 623022 623023 623557 999999',
  CGB: '520152 520382 528931 548844 621462 622555 622556 622557 622558 622559 622560 622568 623259 625071 625072 6858000 6858001 9111',
  CZB: '621019 622309 625821 625977',
  CBHB: '621268 621453 622684 622884 625122',
  BOB: '421317 422160 422161 522001 602969 620531 621030 621420 621468 622163 622851 622852 622853 623111 628203',
  BOS: '402673 402674 438600 486466 519498 519961 520131 524031 548838 620522 621005 621050 621243 622148 622149 622172 622267 622268 622269 622278 622279 622300 622468 622892 623183 623185 628230 940021',
  JSB: '621076 621579 622131 622173 622283 622876 622873 628210',
  NJCB: '621259 621777 622303 622304 622305 622595 622596 628242',
  NBCB: '512431 520194 621279 621418 622281 622282 622316 622318 622778 628207 940022',
};

/** Every prefix with its bank. None begins with another. */
export const BANK_PREFIXES: readonly { readonly prefix: string; readonly bank: BankCode }[] = BANK_CODES.flatMap(
  (bank) => PREFIXES[bank].split(' ').map((prefix) => ({ prefix, bank })),
);

/** The digits of a card number as people type it: spaces and hyphens are dropped, wide digits become narrow. */
export function cardDigits(text: string): string {
  return readNumber(text);
}

export type CardNumberProblem = 'BANK_CARD_INVALID' | 'BANK_CARD_BEGINS_WITH_ZERO' | 'BANK_CARD_LENGTH';

/**
 * The number's digits, or what is wrong with it: typed too short or too long, or a digit is wrong (Luhn). No card begins with 0.
 * Luhn does not notice a zero before the number, so that one card would have several numbers.
 */
export function checkCardNumber(text: string): Result<string, CardNumberProblem> {
  const digits = cardDigits(text);
  if (!/^\d+$/.test(digits)) return err('BANK_CARD_INVALID');
  if (digits.startsWith('0')) return err('BANK_CARD_BEGINS_WITH_ZERO');
  if (digits.length < CARD_DIGITS_MIN || digits.length > CARD_DIGITS_MAX) return err('BANK_CARD_LENGTH');
  return luhnSum(digits) % 10 === 0 ? ok(digits) : err('BANK_CARD_INVALID');
}

/** Every second digit from the right counts twice, with its own digits added up. */
function luhnSum(digits: string): number {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits.at(-1 - i));
    const counted = i % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum;
}

/** The bank a card number belongs to, from its first digits; null if they are of no bank of the table. */
export function bankOf(text: string): BankCode | null {
  const digits = cardDigits(text);
  return BANK_PREFIXES.find(({ prefix }) => digits.startsWith(prefix))?.bank ?? null;
}

/** Groups of four, as on the card: "6222 0212 3456 7890 123". */
export function groupCardNumber(text: string): string {
  return cardDigits(text).replaceAll(/(.{4})(?=.)/g, '$1 ');
}

/** "6222 **** **** 1234": enough to tell one's cards apart. */
export function maskCardNumber(digits: string): string {
  return `${digits.slice(0, 4)} **** **** ${digits.slice(-4)}`;
}

/** Names are compared as people read them: without spaces and dots between their parts, and in any case. */
export function isSameName(one: string, other: string): boolean {
  return plainName(one) === plainName(other);
}

/** A name in the one form in which it is compared. */
export function plainName(name: string): string {
  return readName(name)
    .normalize('NFKC')
    .replaceAll(new RegExp(`[\\s${NAME_DOT}.]`, 'g'), '')
    .toLowerCase();
}

export interface CardProblems {
  readonly number?: CardNumberProblem;
  readonly bank?: 'BANK_DIFFERS';
}

/** What is wrong with the number, and with the bank that was chosen for it. */
export function cardProblems({ number, bank }: { number: string; bank: string }): CardProblems {
  const checked = checkCardNumber(number);
  const known = bankOf(number);
  // A name that the member wrote, or a bank of another country, cannot be compared: an operator reads it.
  const isOther = known !== null && known !== bank && BANK_CODES.some((code) => code === bank);
  return {
    ...(checked.ok ? {} : { number: checked.error }),
    ...(isOther ? { bank: 'BANK_DIFFERS' } : {}),
  };
}

/**
 * The holder of a card that may be bound: the member themself, and only one card.
 * @param known the member's name, as far as the site knows it
 * @param holder as typed; left out, it is the known name
 */
export function decideHolder(
  { hasCard, known }: { hasCard: boolean; known: string | null },
  holder: string | undefined,
): Result<string, 'BANK_CARD_BOUND' | 'NAME_REQUIRED' | 'CARD_HOLDER_DIFFERS'> {
  if (hasCard) return err('BANK_CARD_BOUND');
  const name = holder ?? known;
  if (name === null) return err('NAME_REQUIRED');
  return known === null || isSameName(name, known) ? ok(name) : err('CARD_HOLDER_DIFFERS');
}
