/** The header with a solved puzzle. It has a file of its own: every screen sends calls, and few need the schemas of puzzle.ts. */
export const PUZZLE_HEADER = 'x-puzzle';
