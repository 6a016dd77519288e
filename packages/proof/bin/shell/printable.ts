/** Control characters, characters that change the text direction or are invisible, and lone surrogates. */
const UNPRINTABLE = /\p{C}/gu;

/** A text of somebody else, so that it cannot control the terminal. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '?');
}
