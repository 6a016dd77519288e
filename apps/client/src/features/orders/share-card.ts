/*
 * The image of a result, drawn on the device as SVG. It holds what is asked for and nothing else: amounts and the order
 * number only if the member chose them, never a code to invite or a call to trade.
 */

import type { QrMarkup } from '@candor/ui/qr-code.tsx';

export const CARD_WIDTH = 360;
export const CARD_HEIGHT = 450;

export type CardColours = {
  readonly background: string;
  readonly surface: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly direction: string;
};

export type CardTexts = {
  readonly site: string;
  readonly product: string;
  readonly direction: string;
  readonly duration: string;
  readonly result: string;
  readonly practice: string | null;
  readonly entry: CardMoment;
  readonly exit: CardMoment;
  /** Chosen by the member: amounts, the order number. */
  readonly chosen: readonly string[];
  readonly verify: string;
  readonly address: string;
};

type CardMoment = { readonly label: string; readonly price: string; readonly at: string };

const MARGIN = 24;

export function shareCard(texts: CardTexts, colours: CardColours, qr: QrMarkup): string {
  const { text, quiet } = colours;
  const right = CARD_WIDTH - MARGIN;
  const lines = [
    line(MARGIN, 44, texts.site, { size: 16, weight: 700, fill: quiet }),
    texts.practice === null ? '' : line(right, 44, texts.practice, { size: 12, fill: quiet, anchor: 'end' }),
    line(MARGIN, 92, texts.product, { size: 22, weight: 700, fill: text }),
    line(MARGIN, 120, `${texts.direction} · ${texts.duration}`, { size: 15, weight: 600, fill: colours.direction }),
    line(MARGIN, 176, texts.result, { size: 34, weight: 700, fill: text }),
    ...texts.chosen.map((each, index) => line(MARGIN, 202 + index * 20, each, { size: 13, fill: quiet })),
    moment(MARGIN, texts.entry, colours),
    moment(CARD_WIDTH / 2, texts.exit, colours),
    ...wrap(texts.verify, 28).map((each, index) => line(MARGIN, 388 + index * 18, each, { size: 12, fill: text })),
    line(MARGIN, 430, texts.address, { size: 10, fill: quiet }),
  ];
  const scale = 72 / qr.side;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD_WIDTH}" height="${CARD_HEIGHT}" viewBox="0 0 ${CARD_WIDTH} ${CARD_HEIGHT}" font-family="system-ui, -apple-system, 'Segoe UI', 'PingFang SC', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif"><rect width="100%" height="100%" fill="${colours.background}"/><rect x="12" y="12" width="${CARD_WIDTH - 24}" height="${CARD_HEIGHT - 24}" rx="16" fill="${colours.surface}" stroke="${colours.line}"/>${lines.join('')}<path d="M${MARGIN} 346H${right}" stroke="${colours.line}"/><g transform="translate(${right - 80} 354) scale(${scale})"><rect width="${qr.side}" height="${qr.side}" fill="#ffffff"/><path d="${qr.path}" fill="#000000"/></g></svg>`;
}

function moment(x: number, { label, price, at }: CardMoment, { text, quiet }: CardColours): string {
  return (
    line(x, 274, label, { size: 12, fill: quiet }) +
    line(x, 300, price, { size: 19, weight: 600, fill: text }) +
    line(x, 322, at, { size: 12, fill: quiet })
  );
}

type Look = { size: number; fill: string; weight?: number; anchor?: 'end' };

function line(x: number, y: number, content: string, { size, fill, weight = 400, anchor }: Look): string {
  const end = anchor === undefined ? '' : ` text-anchor="${anchor}"`;
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}"${end}>${escaped(content)}</text>`;
}

/** Names and numbers come from the server: they are text in the image, never markup. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
}

/** At most two lines. Chinese has no spaces, so it breaks between any two characters and counts double. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const part of text.match(/[\p{Script=Han}，。、]|[^\s\p{Script=Han}，。、]+\s*|\s+/gu) ?? []) {
    if (current !== '' && widthOf(current + part.trimEnd()) > columns) {
      lines.push(current.trim());
      current = '';
    }
    current += part;
  }
  return [...lines, current.trim()].filter((each) => each !== '');
}

function widthOf(text: string): number {
  return [...text].reduce((width, sign) => width + (/[\p{Script=Han}，。、]/u.test(sign) ? 2 : 1), 0);
}
