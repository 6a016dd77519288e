/** An address as its first 5 signs, the middle, and its last 5: these are what people compare. */
export function addressParts(address: string): { head: string; middle: string; tail: string } {
  if (address.length <= 10) return { head: address, middle: '', tail: '' };
  return { head: address.slice(0, 5), middle: address.slice(5, -5), tail: address.slice(-5) };
}

/** "6200000000000000005" → "6200 0000 0000 0000 005". */
export function cardGroups(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ');
}
