// Stands in every page, before all other scripts. Words of 2009 only: any browser must be able to read it, and it is not minified.
// The first condition names what no app can do without. `importmap` stands for the newest syntax: Safari has both since 16.4, Chrome
// and Firefox for longer. The second names what missing-functions.ts brings. A script that is written into the page runs before
// those that follow.
// oxlint-disable typescript/unbound-method, no-useless-escape -- It calls none of them. A whole end tag would end this script.
(function (w) {
  var S = w.HTMLScriptElement,
    A = w.AbortSignal,
    e = S && S.supports && S.supports('importmap') && [].findLast && A && A.timeout;
  e = e ? (''.isWellFormed && A.any && URL.canParse && Element.prototype.checkVisibility ? '' : 'MISSING') : 'TOO_OLD';
  if (e) document.write('<script src="' + e + '"><\/script>');
})(window);
