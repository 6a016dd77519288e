import * as z from 'zod/mini';

/*
 * The puzzle that a device solves before the site takes a form of a stranger: a proof of work in the format of ALTCHA (v2,
 * PBKDF2/SHA-256). A person does not notice it; a robot that sends many forms pays for each of them. A form without its
 * solution is refused with PUZZLE_REQUIRED, whose params say for which form.
 *
 * A program of its own does it so: GET /api/login/puzzle?form=login gives `challenge`. Find the counter from 0 to `tries` for
 * which PBKDF2-SHA-256(password = nonce + counter as 4 bytes, big-endian, salt, cost iterations, keyLength bytes) begins with
 * keyPrefix (nonce, salt, keyPrefix and the key are hex). Send the form with the header X-Puzzle: base64url of the JSON
 * { challenge, solution: { counter, derivedKey } }. Every solution works once, for its form, until it expires.
 */

/** What needs a puzzle. `name` is a look whether a name is free, `picture` is the captcha's picture, where many are asked for. */
export const PUZZLE_FORMS = ['login', 'register', 'name', 'visitor', 'picture', 'console', 'console-picture'] as const;
export type PuzzleForm = (typeof PUZZLE_FORMS)[number];

/** Query of GET /api/login/puzzle and GET /api/console/puzzle. */
export const puzzleQuery = z.strictObject({ form: z.enum(PUZZLE_FORMS) });

/** As the library signs it: not one more field, or the signature is another. */
export const puzzleChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    cost: z.int().check(z.positive()),
    data: z.strictObject({ form: z.enum(PUZZLE_FORMS), tries: z.int().check(z.positive()) }),
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: hex(64),
    keySignature: hex(64),
    nonce: hex(64),
    salt: hex(64),
  }),
  signature: hex(64),
});
export type PuzzleChallenge = z.infer<typeof puzzleChallenge>;

/** data of GET /api/login/puzzle and GET /api/console/puzzle. */
export const puzzleView = z.object({
  challenge: puzzleChallenge,
  /** The most tries that it takes; half of them on average. Each is `cost` rounds of SHA-256. */
  tries: z.int(),
  /** How long it is taken, from now: the clock of a device may be wrong. */
  lifeMs: z.int(),
});
export type PuzzleView = z.infer<typeof puzzleView>;

export const puzzleSolution = z.strictObject({
  challenge: puzzleChallenge,
  solution: z.strictObject({ counter: z.int().check(z.nonnegative()), derivedKey: hex(128) }),
});
export type PuzzleSolution = z.infer<typeof puzzleSolution>;

/** A header is refused unread beyond this. */
export const PUZZLE_HEADER_CHARS_MAX = 2_048;

/** Why a solution was not taken; a client gets a new puzzle in each case. */
export const PUZZLE_FAULTS = ['missing', 'wrong', 'expired', 'used', 'cheap'] as const;
export type PuzzleFault = (typeof PUZZLE_FAULTS)[number];

function hex(max: number) {
  return z.string().check(z.regex(/^(?:[0-9a-f]{2})+$/), z.maxLength(max));
}
