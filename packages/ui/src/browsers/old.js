// Only browsers load it that lack a function of the apps (check-browser.js). One that has what no app can do without gets the functions: Safari has
// OffscreenCanvas since 16.4, with the newest syntax, and Chrome the limits of requests since 103. To any other it says that it is too old. Words of
// 2009 only.
(function () {
  if (window.OffscreenCanvas && window.AbortSignal && AbortSignal.timeout) {
    document.write('<script src="MISSING"></script>');
    return;
  }
  var names = 'BROWSERS';
  var texts = [
    [
      'zh-Hans',
      '浏览器版本过低',
      '请更新到以下版本或更高后重新打开：' + names + '。若在其他应用内打开，请改用系统浏览器。账户与订单不受影响。',
    ],
    [
      'zh-Hant',
      '瀏覽器版本過舊',
      '請更新至下列版本或更新的版本後再開啟：' +
        names +
        '。若在其他應用程式內開啟，請改用系統瀏覽器。帳戶與訂單不受影響。',
    ],
    [
      'en',
      'This browser is too old',
      'Update it to one of these or newer, then open this page again: ' +
        names +
        '. If it opened inside another app, use your browser instead. Your account and orders are not affected.',
    ],
  ];

  function show() {
    var page = document.createElement('div');
    page.id = 'too-old';
    page.setAttribute('role', 'alert');
    page.style.cssText =
      'position:fixed;top:0;right:0;bottom:0;left:0;overflow:auto;padding:48px 24px;background:#fff;color:#111;font:16px/1.6 sans-serif';
    for (var i = 0; i < texts.length; i++) {
      var part = document.createElement('div');
      part.lang = texts[i][0];
      part.style.cssText = 'max-width:480px;margin:0 auto 32px';
      var title = document.createElement('h1');
      title.style.cssText = 'margin:0;font-size:20px';
      title.appendChild(document.createTextNode(texts[i][1]));
      var text = document.createElement('p');
      text.style.cssText = 'margin:8px 0 0';
      text.appendChild(document.createTextNode(texts[i][2]));
      part.appendChild(title);
      part.appendChild(text);
      page.appendChild(part);
    }
    document.body.innerHTML = '';
    document.body.appendChild(page);
  }

  if (document.body) show();
  else if (document.addEventListener) document.addEventListener('DOMContentLoaded', show);
  else window.onload = show;
})();
