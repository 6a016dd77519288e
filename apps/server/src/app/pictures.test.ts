import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../platform/log/log.ts';
import { jpegOfSize, manyScans, pngOf, pngWith, webpOfSize } from '../testing/picture-bombs.ts';
import { AVATAR_SIZE, DOCUMENT_SIZE } from '../services/files/image-size.ts';
import type { ImageSize } from '../services/files/image-size.ts';
import { createImages } from '../services/files/images.ts';
import { answerOf, BEGUN } from '../services/files/picture-frames.ts';
import { openLink } from './console-link.ts';
import { openPictures } from './keep-pictures.ts';
import type { Pictures } from './keep-pictures.ts';

let pictures: Pictures;
const images = createImages(async () => await Promise.resolve(pictures.path));
beforeAll(async () => {
  pictures = await openPictures(createLog('silent'));
  await pictures.process.start();
});
afterAll(async () => await pictures.stop());

/** The process of pictures. */
function drawingPid(): number {
  const found = readdirSync('/proc').find((name) => {
    try {
      return (
        readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(pictures.path) &&
        readFileSync(`/proc/${name}/status`, 'utf8').includes(`PPid:\t${process.pid}\n`)
      );
    } catch {
      return false;
    }
  });
  return Number(found);
}

/** The most memory that it ever had. */
function peakMb(): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${drawingPid()}/status`, 'utf8')) ?? [];
  return Math.round(Number(kb) / 1_024);
}

function drawing(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 60 } } });
}

const REFUSED = { ok: false, error: 'IMAGE_INVALID' };

async function answerTo(bytes: Uint8Array): Promise<unknown> {
  return await images.redraw(bytes, DOCUMENT_SIZE);
}

async function redrawn(bytes: Uint8Array, size: ImageSize = DOCUMENT_SIZE): Promise<Buffer> {
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

describe('a logo', () => {
  const BOX = { clear: { width: 480, height: 160 } } as const;

  it.each(['png', 'webp'] as const)('from %s keeps its clear ground, its colours and nothing else', async (format) => {
    const clear = sharp({
      create: { width: 900, height: 300, channels: 4, background: { r: 29, g: 95, b: 196, alpha: 0 } },
    });
    const mark = await drawing(300, 300).png().toBuffer();
    const sent = await clear
      .composite([{ input: mark, left: 0, top: 0 }])
      .withExif({ IFD0: { Model: 'Secret Phone' } })
      .toFormat(format, format === 'webp' ? { lossless: true } : {})
      .toBuffer();
    expect(sent.includes('Secret')).toBe(true);
    const bytes = await redrawn(sent, BOX);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 480, height: 160, hasAlpha: true });
    expect(bytes.includes('Secret')).toBe(false);
    const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixel = (x: number, y: number) => [...data.subarray((y * 480 + x) * 4, (y * 480 + x) * 4 + 4)];
    expect([pixel(20, 80), pixel(400, 80)[3]]).toEqual([[200, 30, 60, 255], 0]);
  });

  it('that is small stays as it is; a photo has fewer colours, and not more bytes than the database takes', async () => {
    expect(await sharp(await redrawn(await drawing(64, 40).jpeg().toBuffer(), BOX)).metadata()).toMatchObject({
      format: 'png',
      width: 64,
      height: 40,
    });
    const noise = await sharp({
      create: {
        width: 480,
        height: 160,
        channels: 3,
        background: '#000',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .png()
      .toBuffer();
    expect((await redrawn(noise, BOX)).length).toBeLessThan(262_144);
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
    expect(await answerTo(bomb)).toEqual({ ok: false, error: 'IMAGE_TOO_DETAILED' });
    expect(await answerTo(pngOf(900, 900))).toMatchObject({ ok: true });
  });
});

const DETAILED = { ok: false, error: 'IMAGE_TOO_DETAILED' };

describe.runIf(process.platform === 'linux')('a picture that costs more than its bytes say', () => {
  it.each<[what: string, make: () => Promise<Buffer> | Buffer, answer: object]>([
    [
      'an interlaced PNG with 16 bits a colour',
      () => pngOf(5_700, 5_700, { depth: 16, colour: 6, interlaced: 1 }),
      DETAILED,
    ],
    ['a PNG of 33 million pixels with 16 bits a colour', () => pngOf(5_700, 5_700, { depth: 16, colour: 6 }), DETAILED],
    ['a PNG of one column', () => pngOf(1, 100_000), DETAILED],
    [
      'a JPEG that says it has 4,295 million pixels',
      async () => jpegOfSize(await drawing(64, 64).jpeg().toBuffer(), 65_535, 65_535),
      DETAILED,
    ],
    [
      'a progressive JPEG with hundreds of scans',
      async () => manyScans(await drawing(900, 900).jpeg({ progressive: true }).toBuffer(), 400),
      DETAILED,
    ],
    ['a WebP of 16,383 pixels on each side', () => webpOfSize(16_383, 16_383), DETAILED],
    ['a PNG with 200 MB of packed text', () => pngWith('zTXt', 200_000_000), { ok: true }],
    ['a PNG with 200 MB of packed colour profile', () => pngWith('iCCP', 200_000_000), { ok: true }],
    [
      'the largest PNG that is allowed',
      () => pngOf(5_700, 5_700, { depth: 8, colour: 6, interlaced: 0 }),
      { ok: true },
    ],
    [
      'the largest interlaced PNG that is allowed',
      () => pngOf(3_500, 3_500, { depth: 16, colour: 6, interlaced: 1 }),
      { ok: true },
    ],
    [
      'a photo of 48 million pixels, on its side',
      async () => await drawing(8_064, 6_048).jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      { ok: true },
    ],
    [
      'a large progressive JPEG',
      async () => await drawing(4_600, 4_600).jpeg({ progressive: true }).toBuffer(),
      { ok: true },
    ],
  ])('%s', async (what, make, answer) => {
    const bytes = await make();
    const [ownMb, startedAtMs] = [process.memoryUsage.rss() / 1_048_576, performance.now()];
    expect(await answerTo(bytes)).toMatchObject(answer);
    const tookMs = Math.round(performance.now() - startedAtMs);
    const grownMb = Math.round(process.memoryUsage.rss() / 1_048_576 - ownMb);
    process.stdout.write(
      `  ${what}: ${bytes.length} bytes, ${tookMs} ms, this process +${grownMb} MB, pictures ${peakMb()} MB at most\n`,
    );
  });
});

describe.runIf(process.platform === 'linux')('the process of pictures', () => {
  it('has no setting of ours, and comes back when it died', async () => {
    const pid = drawingPid();
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(/DATABASE|SECRETS|DATA_DIR|HOME/);
    process.kill(pid, 'SIGKILL');
    expect(await answerTo(pngOf(90, 90))).toMatchObject({ ok: true });
    expect(drawingPid()).not.toBe(pid);
  });

  it('that a picture ended refuses that one alone; the next are drawn when it is back', async () => {
    const link = await openLink('pictures');
    const drawn = await drawing(9, 9).jpeg().toBuffer();
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.on('error', () => undefined);
      socket.once('data', () => {
        // One that dies before it began says nothing of this picture.
        if (calls !== 2) socket.write(Buffer.of(BEGUN));
        if (calls < 3) socket.destroySoon();
        else socket.end(answerOf(drawn));
      });
    });
    await new Promise<void>((resolve) => server.listen(link.path, resolve));
    onTestFinished(async () => {
      server.close();
      await link.close();
    });
    const by = createImages(async () => await Promise.resolve(link.path));
    expect(await by.redraw(pngOf(9, 9), DOCUMENT_SIZE)).toEqual(REFUSED);
    expect(await by.redraw(pngOf(9, 9), DOCUMENT_SIZE)).toEqual({ ok: true, value: drawn });
  });

  it('that got no processor time says so: the picture may be sent again, and is not called wrong', async () => {
    const link = await openLink('pictures');
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([Buffer.of(BEGUN), answerOf('late')])));
    });
    await new Promise<void>((resolve) => server.listen(link.path, resolve));
    onTestFinished(async () => {
      server.close();
      await link.close();
    });
    const by = createImages(async () => await Promise.resolve(link.path));
    await expect(by.redraw(pngOf(9, 9), DOCUMENT_SIZE)).rejects.toMatchObject({ key: 'RATE_LIMITED' });
  });

  it('hangs up on what no role says', async () => {
    const { connect } = await import('node:net');
    for (const words of [Buffer.alloc(12, 255), Buffer.from('GET / HTTP/1.1\r\n\r\n')]) {
      const socket = connect(pictures.path);
      const closed = new Promise<number>((resolve) => {
        let read = 0;
        socket.on('data', (chunk: Buffer) => (read += chunk.length));
        socket.on('error', () => undefined).once('close', () => resolve(read));
      });
      socket.write(words);
      expect(await closed).toBe(0);
    }
    expect(await answerTo(pngOf(90, 90))).toMatchObject({ ok: true });
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
