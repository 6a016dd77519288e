/**
 * The address a frame may show: https only (http on this machine, for development), never a script, and never the app's
 * own pages, which would put the session inside a frame.
 */
export function webAddress(text: string | null, ownOrigin: string): URL | null {
  if (text === null || text.trim() === '') return null;
  let url: URL;
  try {
    url = new URL(text, 'https://invalid.invalid');
  } catch {
    return null;
  }
  const local = url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname);
  if (url.protocol !== 'https:' && !local) return null;
  if (url.hostname === 'invalid.invalid' || url.origin === ownOrigin || url.username !== '') return null;
  return url;
}
