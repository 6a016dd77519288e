const TEXTS = [
  ['zh-Hans', '即将开放', '网站正在准备中，暂时不能注册或交易。', '再看一次'],
  ['zh-Hant', '即將開放', '網站正在準備中，暫時不能註冊或交易。', '再看一次'],
  ['en', 'Opening soon', 'The site is being set up: nobody can register or trade yet.', 'Look again'],
] as const;

const STYLE = `:root{color-scheme:light dark;--bg:#f5f6f8;--text:#14161c;--soft:#5b6270}
@media (prefers-color-scheme:dark){:root{--bg:#0b0d12;--text:#f3f4f7;--soft:#9aa1ad}}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;justify-content:center;background:var(--bg);color:var(--text);font:16px/1.6 system-ui,sans-serif}
main{max-width:32rem;margin:0 auto;padding:24px}
h1{margin:0 0 32px;font-size:28px;line-height:1.3;overflow-wrap:anywhere}
h1 img{display:block;height:40px;max-width:200px;object-fit:contain}
h2{margin:24px 0 0;font-size:20px;line-height:1.4}
p{margin:4px 0 0;color:var(--soft)}
a{display:inline-block;min-height:24px;padding:4px 0;color:var(--text)}`;

/**
 * What members meet while operators set the site up. It needs no script, and does not
 * load itself again: whoever reads it, or has it read, would be thrown back to its beginning.
 * @param site as HTML: its name, escaped, and the address of its logo, empty if it has none.
 */
export function soonPage({ logo, name }: { logo: string; name: string }): string {
  const said = TEXTS.map(
    ([lang, title, text, again]) =>
      `<section lang="${lang}"><h2>${title}</h2><p>${text}</p><p><a href="">${again}</a></p></section>`,
  );
  const mark = logo === '' ? name : `<img src="${logo}" alt="${name}">`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${name}</title>
<style>${STYLE}</style></head><body><main><h1>${mark}</h1>${said.join('')}</main></body></html>`;
}
