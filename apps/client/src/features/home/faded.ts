/** What moves sideways comes and goes softly: no letter is cut in two at the edge. What has the focus keeps its whole ring. */
export const FADED =
  '[mask-image:linear-gradient(to_right,transparent,#000_0.75rem,#000_calc(100%-0.75rem),transparent)] focus-within:[mask-image:none]';
