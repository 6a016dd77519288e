import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { AVATAR_SIZE, createImages, PAPER_SIZE } from './images.ts';

const images = createImages();

function drawing(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } });
}

const REFUSED = { ok: false, error: 'IMAGE_INVALID' };

async function answerTo(bytes: Uint8Array): Promise<unknown> {
  return await images.redraw(bytes, PAPER_SIZE);
}

async function redrawn(bytes: Uint8Array, size = PAPER_SIZE): Promise<Buffer> {
  const answer = await images.redraw(bytes, size);
  if (!answer.ok) throw new Error('the picture was refused');
  return answer.value;
}

describe('a picture that is drawn again', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('from %s is a JPEG', async (format) => {
    const { format: made, width } = await sharp(
      await redrawn(await drawing(300, 200).toFormat(format).toBuffer()),
    ).metadata();
    expect([made, width]).toEqual(['jpeg', 300]);
  });

  it('tells neither where nor with what it was taken, and stands upright', async () => {
    const taken = await drawing(300, 200)
      .withExif({ IFD0: { Model: 'Secret Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const bytes = await redrawn(taken);
    const { exif, icc, orientation, width, height } = await sharp(bytes).metadata();
    expect({ exif, icc, orientation, width, height }).toMatchObject({ width: 200, height: 300 });
    expect(exif ?? icc ?? orientation).toBeUndefined();
    expect(bytes.includes('Secret')).toBe(false);
  });

  it('is bounded: a large one is made smaller, an avatar is a square', async () => {
    expect(await sharp(await redrawn(await drawing(4_000, 1_000).jpeg().toBuffer())).metadata()).toMatchObject({
      width: 2_000,
      height: 500,
    });
    expect(await sharp(await redrawn(await drawing(90, 400).png().toBuffer(), AVATAR_SIZE)).metadata()).toMatchObject({
      width: 256,
      height: 256,
    });
  });

  it('carries nothing that was hidden in it: a page in a comment, an archive behind the end', async () => {
    const jpeg = await drawing(100, 100).jpeg().toBuffer();
    const script = Buffer.from('<html><script>alert(1)</script></html>');
    const comment = Buffer.concat([Buffer.of(0xff, 0xfe, 0, script.length + 2), script]);
    const page = Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]);
    const png = await drawing(100, 100).png().toBuffer();
    const archive = Buffer.concat([png, Buffer.from('PK\u0003\u0004 payload of an archive')]);
    for (const [bytes, hidden] of [
      [page, 'script'],
      [archive, 'payload'],
    ] as const) {
      expect(bytes.includes(hidden)).toBe(true);
      const bare = await redrawn(bytes);
      expect(bare.includes(hidden)).toBe(false);
      expect(bare.subarray(0, 2)).toEqual(Buffer.of(0xff, 0xd8));
    }
  });
});

describe('what is not a still picture is refused', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('hello')],
    ['a page', Buffer.from('<!doctype html><title>x</title>')],
    [
      'an SVG',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
      ),
    ],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj')],
    ['only the first bytes of a JPEG', Buffer.of(0xff, 0xd8, 0xff, 0xe0)],
  ])('%s', async (_, bytes) => {
    expect(await answerTo(bytes)).toEqual(REFUSED);
  });

  it('a picture that breaks off', async () => {
    const noise = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer();
    expect(await answerTo(noise)).toMatchObject({ ok: true });
    expect(await answerTo(noise.subarray(0, noise.length / 2))).toEqual(REFUSED);
  });

  it('pictures that move', async () => {
    const frames = Buffer.alloc(20 * 40 * 3, 1).fill(200, 20 * 20 * 3);
    const moving = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .webp({ loop: 0 })
      .toBuffer();
    expect(moving.includes('ANIM')).toBe(true);
    expect(await answerTo(moving)).toEqual(REFUSED);
  });

  it('a pixel bomb, before it is decoded: a whole picture of 81 million pixels in a few kilobytes', async () => {
    const bomb = pngOf(9_000, 9_000);
    expect(bomb.length).toBeLessThan(20_000);
    expect(await answerTo(bomb)).toEqual(REFUSED);
    expect(await answerTo(pngOf(900, 900))).toMatchObject({ ok: true });
  });
});

it('only a few wait: a hundred at once do not queue up', async () => {
  const bytes = await drawing(600, 600).png().toBuffer();
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, async () => await images.redraw(bytes, AVATAR_SIZE)),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(21);
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ key: 'RATE_LIMITED' });
});

/** A black PNG with one bit a pixel. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(8 + data.length + 4);
    out.writeUInt32BE(data.length, 0);
    body.copy(out, 4);
    out.writeUInt32BE(crc(body), 8 + data.length);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) rest = (rest >>> 1) ^ ((rest & 1) === 1 ? 0xedb88320 : 0);
  }
  return (rest ^ 0xffffffff) >>> 0;
}
