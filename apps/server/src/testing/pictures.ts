import sharp from 'sharp';

/** A photo that a test sends. Two with different colours are different files. */
export async function makePhoto(colour = '#c03050', width = 640, height = 400): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();
}

/** A multipart form as the test server's `call` sends it. */
export function formOf(parts: Readonly<Record<string, string | Uint8Array>>): {
  headers: Record<string, string>;
  payload: Buffer;
} {
  const boundary = 'test-boundary';
  const chunks = Object.entries(parts).flatMap(([name, value]) => {
    const isText = typeof value === 'string';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${isText ? '' : `; filename="${name}.jpg"`}\r\n`;
    const type = isText ? '\r\n' : 'content-type: image/jpeg\r\n\r\n';
    return [Buffer.from(head + type), Buffer.from(value), Buffer.from('\r\n')];
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
