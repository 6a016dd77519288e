/*
 * How numbers are written. Amounts and prices come and stay as decimal text, so nothing is rounded on the way.
 * Formatting only groups them and adds signs and labels.
 */

export const MINUS = '−';

export type FigureDirection = 'up' | 'down' | 'flat';

/** The direction of a signed decimal text; zero in any form is flat. */
export function directionOf(text: string): FigureDirection {
  if (!/[1-9]/.test(text)) return 'flat';
  return text.startsWith('-') ? 'down' : 'up';
}

/** "-1234.50" → "−1,234.50". Never rounds. */
export function groupDigits(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '0', fraction] = (negative ? text.slice(1) : text).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  const figure = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return negative && directionOf(text) !== 'flat' ? MINUS + figure : figure;
}

type MoneyStyle = {
  /** The currency symbol before the figure; "" for none. */
  symbol: string;
  /** Writes + before a gain; zero never has a sign. */
  signed?: boolean;
};

/**
 * "128650.00" → "¥128,650.00"; signed: "850.00" → "+¥850.00", "-1000.00" → "−¥1,000.00". Money as it was typed has its
 * cents or none: "1000.5" → "¥1,000.50".
 */
export function formatMoney(text: string, { symbol, signed = false }: MoneyStyle): string {
  const direction = directionOf(text);
  const figure = groupDigits(text.replace(/^-/, '')).replace(/\.\d$/, '$&0');
  const sign = direction === 'down' ? MINUS : direction === 'up' && signed ? '+' : '';
  return `${sign}${symbol}${figure}`;
}

/**
 * A rate as a percentage, rounded half away from zero at `decimals`, never cut off.
 * @param text a decimal fraction: "0.0124" → "1.24%"; signed: "+1.24%"
 */
export function formatPercent(text: string, { signed = false, decimals = 2 } = {}): string {
  const hundredths = shiftAndRound(text, 2, decimals);
  const direction = directionOf(hundredths);
  const figure = groupDigits(hundredths.replace(/^-/, ''));
  const sign = direction === 'down' ? MINUS : direction === 'up' && signed ? '+' : '';
  return `${sign}${figure}%`;
}

/** One formatter per language: creating one is slower than using it, and the chart asks with every price. */
const compactFormats = new Map<string, Intl.NumberFormat>();

/** Only for volumes and statistics, never for balances: zh "1.28万", "3.4亿"; en "12.8K", "340M". */
export function formatCompact(value: number, language: string): string {
  let format = compactFormats.get(language);
  if (format === undefined) {
    format = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 2 });
    compactFormats.set(language, format);
  }
  return format.format(value).replace('-', MINUS);
}

function shiftAndRound(text: string, shift: number, decimals: number): string {
  const negative = text.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? text.slice(1) : text).split('.');
  const kept = shift + decimals;
  const padded = fraction.padEnd(kept + 1, '0');
  const units = BigInt(whole + padded.slice(0, kept)) + (padded.charAt(kept) >= '5' ? 1n : 0n);
  const digits = units.toString().padStart(decimals + 1, '0');
  const figure = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  return negative && units !== 0n ? `-${figure}` : figure;
}
