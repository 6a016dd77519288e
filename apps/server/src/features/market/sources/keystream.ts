import { createCipheriv, createHash } from 'node:crypto';

const BLOCK_BYTES = 4096;

/**
 * Random numbers of the simulator: the key stream of AES-256 in counter mode. The same seed gives the same numbers.
 * Without the seed, nobody can predict the next price from the past prices, as would be possible with a small ordinary
 * generator.
 */
export interface Randomness {
  /** Uniform in (0, 1). */
  uniform(): number;
  /** Standard normal. */
  normal(): number;
}

export function createRandomness(seed: string): Randomness {
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(seed).digest(), Buffer.alloc(16));
  const zeros = Buffer.alloc(BLOCK_BYTES);
  let block = Buffer.alloc(0);
  let position = 0;
  const uniform = (): number => {
    if (position >= block.length) {
      block = cipher.update(zeros);
      position = 0;
    }
    const word = block.readUInt32LE(position);
    position += 4;
    return (word + 0.5) / 2 ** 32;
  };
  // Box and Muller make two normals at once; the second is saved for the next call.
  let spare: number | null = null;
  const normal = (): number => {
    if (spare !== null) {
      const kept = spare;
      spare = null;
      return kept;
    }
    const radius = Math.sqrt(-2 * Math.log(uniform()));
    const angle = 2 * Math.PI * uniform();
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
  return { uniform, normal };
}
