// Runs before the first paint: puts the remembered language and looks on <html>, so that no page flashes in another, and
// says whether the login screen that came with the page is the one to show.
// The application does the same again (lib/preferences.ts, app/guards.ts), with what outlives a logout.
(function () {
  try {
    var root = document.documentElement;
    var language = localStorage.getItem('language');
    if (language === 'zh-Hant' || language === 'en') root.lang = language;
    var look = JSON.parse(localStorage.getItem('display') || '{}');
    var light = window.matchMedia('(prefers-color-scheme: light)').matches;
    if (look.theme === 'light' || (look.theme === 'system' && light)) root.dataset.theme = 'light';
    root.dataset.updown = look.updown || (root.lang === 'zh-Hans' ? 'red-up' : 'green-up');
    if (look.care === 'on') root.dataset.care = 'on';
    if (localStorage.getItem('captcha') === 'off') root.dataset.captcha = 'off';
    var open = /^#\/(pages\/register|pages\/common\/webview|pages\/404)/.test(location.hash);
    var bound = localStorage.getItem('back_domain') && location.hash.indexOf('domain=') < 0;
    if (open || bound || localStorage.getItem('App-Token')) root.dataset.first = 'other';
  } catch {
    // Storage may be refused; the defaults in the markup then stand.
  }
  // The links of that first screen know of no domain. Pressed before the script has come, they take along the address's.
  document.addEventListener('click', function (event) {
    var link = event.target instanceof Element && event.target.closest('#first-screen a[href^="#"]');
    var domain = /[?&]domain=[^&]+/.exec(location.hash);
    if (link && domain && link.hash.indexOf('domain=') < 0)
      link.hash += (link.hash.indexOf('?') < 0 ? '?' : '&') + domain[0].slice(1);
  });
})();
