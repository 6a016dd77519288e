import { encode } from 'uqr';

/** Light modules around the code, without which a camera does not find it. */
const QUIET_MODULES = 4;

/**
 * A text as a QR code. It is dark on white in every theme: many cameras read nothing else. `label` says what it is for;
 * whoever cannot scan it needs the text itself beside it.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { side, path } = qrMarkup(text);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={side} height={side} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** For images that are not React: one path in a square of `side` modules, with its quiet zone. */
export type QrMarkup = { readonly side: number; readonly path: string };

export function qrMarkup(text: string): QrMarkup {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  return { side: size + 2 * QUIET_MODULES, path: qrPath(data) };
}

/** One rectangle for each run of dark modules in a row. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  const runs: string[] = [];
  for (const [y, row] of rows.entries()) {
    let start = -1;
    for (let x = 0; x <= row.length; x += 1) {
      const isDark = row[x] ?? false;
      if (isDark && start < 0) start = x;
      if (isDark || start < 0) continue;
      runs.push(`M${start + QUIET_MODULES} ${y + QUIET_MODULES}h${x - start}v1h${start - x}z`);
      start = -1;
    }
  }
  return runs.join('');
}
