// Stands in the page (vite-boot.ts) and runs before the first paint: puts the remembered language and looks on <html>, so
// that no page flashes in another, says whether the login screen that came with the page is the one to show, and starts
// what the screen of this address will ask for.
// The application does the same again (lib/preferences.ts, app/guards.ts), with what outlives a logout.
(function () {
  // The build writes the files of each screen here. Development has none.
  const screens = { files: [], member: [], entry: [], texts: {}, paths: {} };
  let member = false;
  try {
    const root = document.documentElement;
    const language = localStorage.getItem('language');
    if (language === 'zh-Hant' || language === 'en') root.lang = language;
    const look = JSON.parse(localStorage.getItem('display') || '{}');
    const light = window.matchMedia('(prefers-color-scheme: light)').matches;
    if (look.theme === 'light' || (look.theme === 'system' && light)) root.dataset.theme = 'light';
    root.dataset.updown = look.updown || (root.lang === 'zh-Hans' ? 'red-up' : 'green-up');
    if (look.care === 'on') root.dataset.care = 'on';
    if (localStorage.getItem('captcha') === 'off') root.dataset.captcha = 'off';
    const open = /^#\/(pages\/register|pages\/common\/webview|pages\/404)/.test(location.hash);
    const bound = localStorage.getItem('back_domain') && location.hash.indexOf('domain=') < 0;
    member = localStorage.getItem('App-Token') !== null;
    if (open || bound || member) root.dataset.first = 'other';
  } catch {
    // Storage may be refused; the defaults in the markup then stand.
  }
  start(member);
  // The links of that first screen know of no domain. Pressed before the script has come, they take along the address's.
  document.addEventListener('click', function (event) {
    const link = event.target instanceof Element && event.target.closest('#first-screen a[href^="#"]');
    const domain = /[?&]domain=[^&]+/.exec(location.hash);
    if (link && domain && link.hash.indexOf('domain=') < 0)
      link.hash += (link.hash.indexOf('?') < 0 ? '?' : '&') + domain[0].slice(1);
  });

  // Without this the browser learns of a screen's code only after the code that imports it has run.
  function start(isMember) {
    const path = location.hash.replace(/^#|[?].*$/g, '');
    const texts = screens.texts[document.documentElement.lang] || {};
    const wanted = (isMember ? screens.member : screens.entry)
      .concat(screens.paths[path] || (isMember ? [] : screens.paths['/pages/login']) || [])
      .concat(texts.all || [], (isMember && texts.member) || [], texts[path] || []);
    wanted.forEach(function (at, index) {
      if (wanted.indexOf(at) !== index) return;
      const file = screens.files[at];
      const isStyle = file.endsWith('.css');
      add(isStyle ? 'preload' : 'modulepreload', '/' + file, isStyle ? 'style' : 'script');
    });
    askForConfig();
  }

  // services/session/site.ts takes the answer. A failure is left to it: it asks again, also the other hosts.
  function askForConfig() {
    const early = { sentAtMs: Date.now(), receivedAtMs: 0, answer: null };
    early.answer = fetch(host() + '/api/index/getconf', { credentials: 'omit', cache: 'no-store' })
      .then(function (response) {
        return response.json();
      })
      .then(
        function (body) {
          early.receivedAtMs = Date.now();
          return body;
        },
        function () {
          return null;
        },
      );
    window.candorEarlyConfig = early;
  }

  function add(rel, href, as) {
    const link = document.createElement('link');
    link.rel = rel;
    link.as = as;
    link.crossOrigin = 'anonymous';
    link.href = href;
    document.head.append(link);
  }

  // The host that the app asks first; "" is the page's own.
  function host() {
    const named = document.querySelector('meta[name="candor-hosts"]').content.split(',').filter(Boolean);
    let chosen = 0;
    try {
      chosen = Number(localStorage.getItem('host_index'));
    } catch {
      // The first one then.
    }
    return (named[chosen] || named[0] || '').replace(/\/+$/, '');
  }
})();
