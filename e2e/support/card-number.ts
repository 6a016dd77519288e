import { randomInt } from 'node:crypto';

/** A card of the first bank that no other member has. Its last digit is right. */
export function freshCardNumber(): string {
  const first = `6222021${Array.from({ length: 11 }, () => randomInt(10)).join('')}`;
  const sum = [...first].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${first}${(10 - (sum % 10)) % 10}`;
}
