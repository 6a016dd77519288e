// Runs before the first paint: puts the remembered language and looks on <html>, so that no page flashes in another.
// The application does the same again (lib/preferences.ts), with what outlives a logout.
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
  } catch {
    // Storage may be refused; the defaults in the markup then stand.
  }
})();
