import { describe, expect, it } from 'vitest';
import { checkedConsole, loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('starts a practice site on loopback without any setting', () => {
    expect(loadConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      mode: 'practice',
      feed: 'auto',
      isSetUp: false,
      beacon: 'https://api.drand.sh',
      feedHistoryDays: 30,
      rejectedPhotosDays: 90,
      orderMonthsKept: 24,
      dataFileDays: 7,
      closingDays: 7,
      eraseClosedDays: 30,
      keepIdentityDays: 1_826,
      statementFileDays: 3_653,
      captcha: true,
      dataDir: '.candor',
      secretsDir: '.candor/secrets',
      hosts: [],
      trustedProxies: ['loopback'],
    });
  });

  it('reads one database login per role', () => {
    expect(loadConfig({ DATABASE_FEED_URL: 'postgresql://feed@db/candor' })).toMatchObject({
      databaseUrl: undefined,
      databaseRoleUrls: { http: undefined, feed: 'postgresql://feed@db/candor', worker: undefined },
    });
  });

  it('puts the console behind the role http, or at an address of its own', () => {
    expect(loadConfig({}).consoleAddress).toBeUndefined();
    expect(loadConfig({ CONSOLE_PORT: '8081', HOST: '10.0.0.1' }).consoleAddress).toEqual({
      port: 8081,
      host: '10.0.0.1',
    });
    expect(loadConfig({ CONSOLE_PORT: '8081', CONSOLE_HOST: '10.0.0.2' }).consoleAddress?.host).toBe('10.0.0.2');
    expect(loadConfig({ ROLES: 'http', CONSOLE_PORT: '8081' }).consoleAddress).toBeUndefined();
    expect(() => loadConfig({ CONSOLE_HOST: '10.0.0.2' })).toThrow('CONSOLE_PORT');
  });

  it('demands an address of its own for the console of a live site', () => {
    for (const given of [{}, { CONSOLE_PORT: 8081 }, { CONSOLE_HOST: '10.0.0.2' }])
      expect(() => checkedConsole('live', '127.0.0.1', given)).toThrow('CONSOLE_PORT, CONSOLE_HOST');
    const address = { CONSOLE_PORT: 8081, CONSOLE_HOST: '10.0.0.2' };
    expect(checkedConsole('live', '127.0.0.1', address)).toEqual({ port: 8081, host: '10.0.0.2' });
  });

  it('reads where the key that signs is: a file, a token, or who holds one', () => {
    expect(loadConfig({}).signing).toBeUndefined();
    expect(loadConfig({ SIGNER_SOCKET: '/run/signer' }).signing).toEqual({ socket: '/run/signer' });
    const token = { PKCS11_MODULE: '/lib/hsm.so', PKCS11_TOKEN: 'candor', PKCS11_KEY: 'one' };
    expect(loadConfig({ ...token, SECRETS_DIR: '/s' }).signing).toEqual({
      module: '/lib/hsm.so',
      token: 'candor',
      key: 'one',
      previousKey: undefined,
      pinFile: '/s/token.pin',
    });
    for (const wrong of [
      { PKCS11_KEY: 'one' },
      { ...token, PKCS11_PREVIOUS_KEY: 'one' },
      { ...token, PKCS11_KEY: 'one key' },
      { ...token, SIGNER_SOCKET: '/run/signer' },
    ])
      expect(() => loadConfig(wrong)).toThrow('Settings are wrong');
  });

  it('treats an empty setting as not set', () => {
    expect(loadConfig({ PORT: '', ROLES: '' }).port).toBe(8080);
  });

  it.each([
    ['PORT', '80x'],
    ['PORT', '65536'],
    ['ROLES', 'http,root'],
    ['ROLES', ','],
    ['MODE', 'live'],
    ['FEED', 'random'],
    ['FEED_HISTORY_DAYS', '0'],
    ['FEED_HISTORY_DAYS', '31'],
    ['REJECTED_PHOTOS_DAYS', '0'],
    ['REJECTED_PHOTOS_DAYS', '3651'],
    ['ORDER_MONTHS_KEPT', '2'],
    ['DATA_FILE_DAYS', '0'],
    ['DATA_FILE_DAYS', '31'],
    ['CLOSING_DAYS', '91'],
    ['ERASE_CLOSED_DAYS', '0'],
    ['KEEP_IDENTITY_DAYS', '7301'],
    ['STATEMENT_FILE_DAYS', '0'],
    ['SITE_TIME_ZONE', 'Mars/Olympus'],
    ['SITE_CURRENCY', 'cny'],
    ['SITE_CURRENCY', 'BTC'],
    ['SITE_CURRENCY_DECIMALS', '5'],
    ['SITE_CURRENCY_DECIMALS', '-1'],
    ['SITE_CURRENCY_SYMBOL', ' '],
    ['SITE_CURRENCY_SYMBOL', 'dollars'],
    ['HTTP_PROXY', 'socks5://127.0.0.1:1080'],
    ['HTTPS_PROXY', 'http://'],
    ['HOSTS', 'a.example'],
    ['HOSTS', 'https://a.example,https://b.example,https://c.example,https://d.example'],
    ['WEBVIEW_HOSTS', 'https://help.example.com'],
    ['WEBVIEW_HOSTS', '*'],
    ['WEBVIEW_HOSTS', 'com'],
    ['WEBVIEW_HOSTS', "'self'.example.com"],
    ['WEBVIEW_HOSTS', 'a.example; script-src *'],
    ['WEBVIEW_HOSTS', 'hеlp.example.com'],
    ['WEBVIEW_HOSTS', Array.from({ length: 21 }, (_, index) => `a${index}.example`).join(',')],
    ['SUPPORT_CHAT_URL', 'http://chat.example'],
    ['SUPPORT_CHAT_URL', 'javascript:alert(1)'],
    ['APP_DOWNLOAD_URL', 'app.example'],
    ['MAP_TILES_URL', 'https://tiles.example/{z}/{x}.png'],
    ['MAP_TILES_URL', 'http://tiles.example/{z}/{x}/{y}.png'],
    ['PUSH_HOSTS', 'push.example,http://10.0.0.1:80'],
    ['PUSH_CONTACT', 'operator@site.example'],
    ['WITNESSES', 'https://w.example'],
    ['WITNESSES', 'w.example+1a2b3c4d+BAAA https://w.example'],
    ['WITNESSES', 'ftp://w.example w.example+1a2b3c4d+BAAA'],
    ['WITNESSES', 'https://me:secret@w.example w.example+1a2b3c4d+BAAA'],
    ['WITNESSES', 'https://w.example/?a=1 w.example+1a2b3c4d+BAAA'],
    ['WITNESSES', 'https://w.example/#a w.example+1a2b3c4d+BAAA'],
    ['WITNESSES', 'https://w.example w.example+1a2b3c4d'],
    ['WITNESSES', 'https://a.example a+1a2b3c4d+BAAA, https://a.example/ b+1a2b3c4d+BAAA'],
    ['WITNESSES', 'https://a.example a+1a2b3c4d+BAAA, https://b.example a+1a2b3c4d+BAAB'],
    ['WITNESSES', Array.from({ length: 17 }, (_, n) => `https://${n}.example w${n}+1a2b3c4d+BAAA`).join(',')],
    ['TIMESTAMP_AUTHORITY', 'http://tsa.example'],
    ['TIMESTAMP_AUTHORITY', 'tsa.example'],
    ['TIMESTAMP_ROOTS', 'roots.pem'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'loopback,none'],
    ['TRUSTED_PROXIES', Array.from({ length: 101 }, () => '10.0.0.1').join(',')],
  ])('names the wrong setting %s=%s', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(name);
  });

  it('lets the chat of the site be framed, once', () => {
    expect(loadConfig({}).outside).toEqual({
      webviewHosts: [],
      chatUrl: undefined,
      appUrl: undefined,
      mapTilesUrl: undefined,
    });
    const hosts = (chat: string) =>
      loadConfig({ WEBVIEW_HOSTS: 'help.example, *.b.example', SUPPORT_CHAT_URL: chat }).outside.webviewHosts;
    expect(hosts('https://chat.example:8443/room')).toEqual(['help.example', '*.b.example', 'chat.example:8443']);
    expect(hosts('https://help.example/chat')).toEqual(['help.example', '*.b.example']);
  });

  it('reads the witnesses of the order log', () => {
    expect(loadConfig({}).witnesses).toEqual([]);
    const two = 'https://a.example a.example+1a2b3c4d+BAAA,\n  http://127.0.0.1:8090/w/  b+1a2b3c4d+BA+/= ';
    expect(loadConfig({ WITNESSES: two }).witnesses).toEqual([
      { url: 'https://a.example', key: 'a.example+1a2b3c4d+BAAA' },
      { url: 'http://127.0.0.1:8090/w', key: 'b+1a2b3c4d+BA+/=' },
    ]);
  });

  it('reads the trusted proxies', () => {
    expect(loadConfig({ TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,2001:db8::1' }).trustedProxies).toEqual([
      'loopback',
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
    expect(loadConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
  });

  it.each([
    [{}, { code: 'CNY', symbol: '¥', decimals: 2 }],
    [{ SITE_CURRENCY: 'JPY' }, { code: 'JPY', symbol: '¥', decimals: 0 }],
    [{ SITE_CURRENCY: 'KWD' }, { code: 'KWD', symbol: 'KWD', decimals: 3 }],
    [
      { SITE_CURRENCY: 'KWD', SITE_CURRENCY_DECIMALS: '4' },
      { code: 'KWD', symbol: 'KWD', decimals: 4 },
    ],
    [
      { SITE_CURRENCY: 'USD', SITE_CURRENCY_SYMBOL: 'US$' },
      { code: 'USD', symbol: 'US$', decimals: 2 },
    ],
    [{ SITE_CURRENCY_DECIMALS: '0' }, { code: 'CNY', symbol: '¥', decimals: 0 }],
  ])('reads the currency of %j', (env, siteCurrency) => {
    expect(loadConfig(env).siteCurrency).toEqual(siteCurrency);
  });

  it('reads the origins of its hosts', () => {
    expect(loadConfig({ HOSTS: 'https://a.example/, http://127.0.0.1:8081/x' }).hosts).toEqual([
      'https://a.example',
      'http://127.0.0.1:8081',
    ]);
  });
});

describe('the bucket', () => {
  const bucket = { S3_ENDPOINT: 'https://s3.example/', S3_BUCKET: 'candor' };

  it('has a key of the settings or of a file', () => {
    const { bucket: read } = loadConfig({ ...bucket, S3_CREDENTIALS_FILE: '/run/key', S3_PREFIX: 'a/b' });
    expect(read).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'candor',
      region: 'us-east-1',
      prefix: 'a/b/',
      key: { file: '/run/key' },
      caFile: undefined,
    });
    expect(loadConfig({}).bucket).toBeUndefined();
  });

  it.each([
    [{ ...bucket, S3_ACCESS_KEY_ID: 'one' }, 'S3_SECRET_ACCESS_KEY'],
    [{ ...bucket, S3_ENDPOINT: 'http://s3.example', S3_CREDENTIALS_FILE: 'x' }, 'S3_ENDPOINT: the https address'],
    [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET'],
    [{ ...bucket, S3_PREFIX: '../other', S3_CREDENTIALS_FILE: 'x' }, 'S3_PREFIX'],
  ])('%j is refused in words', (settings, words) => expect(() => loadConfig(settings)).toThrow(words));
});
