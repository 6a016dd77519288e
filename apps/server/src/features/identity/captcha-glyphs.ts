/*
 * The characters of a captcha as our own strokes, so that no font has to be shipped or found on the machine. Each
 * stroke is a line through points of a box 0…100 wide and high; y points down. Curves are points close together, so
 * that a warp bends them too. Some characters look alike when bent (0 O Q, 1 I L, 2 Z, 4 A, 5 S, 8 B, 6 G, U V): at
 * most one of each group is here.
 */

export type Point = readonly [x: number, y: number];
export type Stroke = readonly Point[];

const STEPS_PER_LINE = 8;
const DEGREES_PER_STEP = 12;

/** Straight lines through the corners. */
function line(...corners: Point[]): Stroke {
  return corners.flatMap((to, index) => {
    const from = corners[index - 1];
    if (from === undefined) return [to];
    return Array.from({ length: STEPS_PER_LINE }, (_, step): Point => {
      const t = (step + 1) / STEPS_PER_LINE;
      return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    });
  });
}

/** Part of an ellipse; degrees run clockwise from the right, as y points downwards. */
function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number): Stroke {
  const steps = Math.max(2, Math.ceil(Math.abs(to - from) / DEGREES_PER_STEP));
  return Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
}

function joined(...parts: Stroke[]): Stroke {
  return parts.flat();
}

/** Every character a captcha may show, with its strokes. */
export const GLYPHS: Readonly<Record<string, readonly Stroke[]>> = {
  A: [line([8, 100], [50, 0], [92, 100]), line([25, 64], [75, 64])],
  C: [arc(54, 50, 46, 50, -42, -318)],
  D: [joined(line([12, 100], [12, 0], [45, 0]), arc(45, 50, 46, 50, -90, 90), line([45, 100], [12, 100]))],
  E: [line([88, 0], [14, 0], [14, 100], [88, 100]), line([14, 48], [74, 48])],
  F: [line([88, 0], [14, 0], [14, 100]), line([14, 48], [74, 48])],
  H: [line([12, 0], [12, 100]), line([88, 0], [88, 100]), line([12, 50], [88, 50])],
  J: [joined(line([76, 0], [76, 68]), arc(45, 68, 31, 32, 0, 160))],
  K: [line([14, 0], [14, 100]), line([86, 0], [14, 58]), line([40, 40], [88, 100])],
  M: [line([6, 100], [14, 0], [50, 62], [86, 0], [94, 100])],
  N: [line([12, 100], [12, 0], [88, 100], [88, 0])],
  P: [joined(line([14, 100], [14, 0], [52, 0]), arc(52, 28, 36, 28, -90, 90), line([52, 56], [14, 56]))],
  R: [
    joined(line([14, 100], [14, 0], [52, 0]), arc(52, 27, 36, 27, -90, 90), line([52, 54], [14, 54])),
    line([48, 54], [90, 100]),
  ],
  T: [line([6, 0], [94, 0]), line([50, 0], [50, 100])],
  V: [line([8, 0], [50, 100], [92, 0])],
  W: [line([2, 0], [24, 100], [50, 34], [76, 100], [98, 0])],
  X: [line([10, 0], [90, 100]), line([90, 0], [10, 100])],
  Y: [line([8, 0], [50, 50], [92, 0]), line([50, 50], [50, 100])],
  3: [joined(arc(44, 26, 36, 26, -150, 90), arc(44, 76, 42, 24, -90, 150))],
  6: [joined(arc(62, 66, 54, 66, -70, -180), arc(50, 68, 42, 32, 180, -180))],
  7: [line([8, 0], [90, 0], [38, 100])],
  9: [joined(arc(38, 34, 54, 66, 110, 0), arc(50, 32, 42, 32, 0, -360))],
};

export const CAPTCHA_ALPHABET = Object.keys(GLYPHS).join('');
