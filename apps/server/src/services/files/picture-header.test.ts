import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { jpegOfSize, pngOf, pngWith } from '../../testing/picture-bombs.ts';
import { checkPicture, withoutPackedParts } from './picture-header.ts';

function drawing(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#c03050' } });
}

describe('the header of a picture', () => {
  it.each([
    ['jpeg', { progressive: false }, 0, 1],
    // Half as many coefficients of each colour in both directions: 1.5 a pixel, of two bytes.
    ['jpeg', { progressive: true }, 304 * 3 * 200, 10],
    ['png', {}, 0, 1],
    ['png', { progressive: true }, 304 * 200 * 3, 7],
    ['webp', { lossless: false }, 304 * 200 * 4, 1],
    ['webp', { lossless: true }, 304 * 200 * 4, 1],
  ] as const)('of a %s %o says its size and what it costs', async (format, options, wholeBytes, passes) => {
    const made = await drawing(304, 200).toFormat(format, options).toBuffer();
    expect(checkPicture(made)).toMatchObject({ ok: true, value: { width: 304, height: 200, wholeBytes, passes } });
  });

  it('is found behind the texts and thumbnails of a camera, and in an extended WebP', async () => {
    const taken = drawing(300, 200).withExif({ IFD0: { Model: 'x'.repeat(3_000) } });
    for (const made of [await taken.jpeg().toBuffer(), await taken.webp().toBuffer(), await taken.png().toBuffer()])
      expect(checkPicture(made)).toMatchObject({ ok: true, value: { width: 300, height: 200 } });
  });

  it('that breaks off, lies or is another kind is none; it never throws', async () => {
    const whole = [
      await drawing(90, 60).jpeg({ progressive: true }).toBuffer(),
      await drawing(90, 60).png().toBuffer(),
      await drawing(90, 60).webp().toBuffer(),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.nat(600), fc.nat(255), (bytes, at, value) => {
        const changed = Buffer.from(bytes);
        changed[at % changed.length] = value;
        checkPicture(changed);
        checkPicture(changed.subarray(0, at));
        withoutPackedParts(changed.subarray(0, at));
      }),
    );
    for (const bytes of [Buffer.alloc(0), Buffer.from('GIF89a'), Buffer.from('<svg/>'), pngOf(0, 9), pngOf(9, 0)])
      expect(checkPicture(bytes)).toEqual({ ok: false, error: 'IMAGE_INVALID' });
  });

  it.each([
    [[30_000, 1], true],
    [[30_001, 1], false],
    [[5_744, 5_744], true],
    [[5_745, 5_745], false],
    [[3_500, 3_500, 16, 6, 1], true],
    [[3_600, 3_600, 16, 6, 1], false],
    [[4_000, 4_000, 16, 6, 0], true],
    [[4_200, 4_200, 16, 6, 0], false],
  ] as const)('%j is allowed: %s', ([width, height, depth = 1, colour = 0, interlaced = 0], isAllowed) => {
    const head = pngOf(8, 8, { depth, colour, interlaced });
    head.writeUInt32BE(width, 16);
    head.writeUInt32BE(height, 20);
    const checked = checkPicture(head);
    expect(checked.ok ? true : checked.error).toBe(isAllowed ? true : 'IMAGE_TOO_DETAILED');
  });
});

it.each(['heic', 'heix', 'mif1', 'hevc'])('the photo of an iPhone is named: %s', (brand) => {
  const head = Buffer.concat([Buffer.of(0, 0, 0, 24), Buffer.from(`ftyp${brand}`, 'latin1'), Buffer.alloc(40)]);
  expect(checkPicture(head)).toEqual({ ok: false, error: 'IMAGE_HEIC' });
});

it.each([
  [[8_064, 6_048], true],
  [[8_160, 6_120], true],
  [[9_000, 6_000], false],
] as const)('a JPEG of %j that is read in one pass is allowed: %s', async ([width, height], isAllowed) => {
  const head = jpegOfSize(await drawing(64, 64).jpeg().toBuffer(), width, height);
  expect(checkPicture(head).ok).toBe(isAllowed);
});

it('what is packed beside the pixels of a PNG is left out, and nothing else', async () => {
  expect(withoutPackedParts(pngWith('zTXt', 1_000_000))).toEqual(pngOf(64, 64, { depth: 8, colour: 2 }));
  const jpeg = await drawing(9, 9).jpeg().toBuffer();
  expect(withoutPackedParts(jpeg)).toBe(jpeg);
  const palette = await drawing(9, 9).png({ palette: true }).toBuffer();
  const bare = await sharp(withoutPackedParts(palette)).raw().toBuffer();
  expect(bare).toEqual(await sharp(palette).raw().toBuffer());
});
