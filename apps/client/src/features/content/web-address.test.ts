import { describe, expect, test } from 'vitest';
import { chatAddress, webAddress } from './web-address.ts';

const RULES = {
  ownOrigin: 'https://candor.example',
  hosts: ['chat.example', 'help.example:8443', '*.docs.example', 'localhost:9000', 'xn--bcher-kva.example'],
};

function shown(text: string): string {
  const address = webAddress(text, RULES);
  return address.kind === 'refused' ? address.because : `${address.kind} ${address.url.href}`;
}

describe('an address', () => {
  test.each([
    ['https://chat.example/a?b=c#d', 'frame https://chat.example/a?b=c#d'],
    ['HTTPS://CHAT.EXAMPLE/', 'frame https://chat.example/'],
    ['https://chat.example:443/', 'frame https://chat.example/'],
    ['https://help.example:8443/', 'frame https://help.example:8443/'],
    ['https://en.docs.example/', 'frame https://en.docs.example/'],
    ['http://localhost:9000/', 'frame http://localhost:9000/'],
    ['https://xn--bcher-kva.example/', 'frame https://xn--bcher-kva.example/'],
    ['https://news.example/x', 'outside https://news.example/x'],
  ])('%s is shown: %s', (text, result) => expect(shown(text)).toBe(result));

  test.each([
    ['', 'address'],
    // Scripts, and documents that the address itself holds.
    ['javascript:alert(1)', 'scheme'],
    ['JaVaScRiPt:alert(1)', 'scheme'],
    ['java\tscript:alert(1)', 'address'],
    [' javascript:alert(1)', 'address'],
    ['\u0000javascript:alert(1)', 'address'],
    ['data:text/html,<script>alert(1)</script>', 'scheme'],
    ['blob:https://chat.example/1', 'scheme'],
    ['vbscript:x', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['view-source:https://chat.example', 'scheme'],
    ['intent://chat.example#Intent;end', 'scheme'],
    // Not encrypted, also where the host is allowed.
    ['http://chat.example/', 'scheme'],
    ['ws://chat.example/', 'scheme'],
    // Addresses without a scheme are those of this app.
    ['//chat.example/', 'address'],
    ['/pages/home', 'address'],
    ['chat.example', 'address'],
    ['https:chat.example', 'address'],
    ['https:///chat.example', 'address'],
    ['https://', 'address'],
    ['https://chat.example\\@evil.example/', 'address'],
    ['https:\\\\chat.example', 'address'],
    ['https://chat.example/\u202egpj.exe', 'address'],
    ['https://chat\u00ad.example/', 'address'],
    [`https://chat.example/${'x'.repeat(2_000)}`, 'address'],
    // The name before the @ is not the host.
    ['https://chat.example@evil.example/', 'credentials'],
    ['https://user:pw@chat.example/', 'credentials'],
    ['https://@chat.example/', 'credentials'],
    ['https://evil.example/@chat.example', 'outside https://evil.example/@chat.example'],
    // Ports that nobody allowed.
    ['https://chat.example:8443/', 'port'],
    ['https://news.example:22/', 'port'],
    ['http://localhost:9001/', 'lookalike'],
    ['http://localhost.evil.example/', 'scheme'],
    // Names that look like others.
    ['https://chаt.example/', 'lookalike'],
    ['https://bücher.example/', 'lookalike'],
    ['https://xn--cht-5cd.example/', 'lookalike'],
    ['https://chat。example/', 'lookalike'],
    ['https://ｃｈａｔ.example.evil/', 'lookalike'],
    ['https://chat%2eexample/', 'lookalike'],
    ['https://chat.example./', 'lookalike'],
    ['https://127.0.0.1/', 'lookalike'],
    ['https://2130706433/', 'lookalike'],
    ['https://0x7f.1/', 'lookalike'],
    ['https://[::1]/', 'lookalike'],
    ['https://intranet/', 'lookalike'],
    // A host that only begins or ends like an allowed one.
    ['https://chat.example.evil.example/', 'outside https://chat.example.evil.example/'],
    ['https://evilchat.example/', 'outside https://evilchat.example/'],
    ['https://evildocs.example/', 'outside https://evildocs.example/'],
    ['https://docs.example/', 'outside https://docs.example/'],
    // Its own pages in a frame would have the session.
    ['https://candor.example/#/pages/home/index', 'own'],
    ['https://CANDOR.example:443/', 'own'],
  ])('%s is not framed: %s', (text, result) => expect(shown(text)).toBe(result));
});

test('the chat learns the language and the theme, unless its address says other ones', () => {
  const appearance = { language: 'zh-Hant', theme: 'dark' };
  expect(chatAddress('https://chat.example/room?id=1', appearance)).toBe(
    'https://chat.example/room?id=1&language=zh-Hant&theme=dark',
  );
  expect(chatAddress('https://chat.example/?theme=light', appearance)).toBe(
    'https://chat.example/?theme=light&language=zh-Hant',
  );
});
