// Runs before the first paint, so that the page never shows the wrong theme or language, and requests what the page
// begins with beside the first script, not after it.
// The shape of the stored value is that of src/ui/theme/preferences.tsx, which tests this file.
(function () {
  var root = document.documentElement;
  var stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('testigo.preferences') || '{}') || {};
  } catch (_) {
    // Storage refused or unreadable: the defaults hold.
  }
  var dark = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches;
  var theme = stored.theme === 'light' || stored.theme === 'dark' ? stored.theme : dark ? 'dark' : 'light';
  var spanish = /^es\b/i.test(navigator.language || '');
  var language =
    stored.language === 'en' || stored.language === 'es-MX' ? stored.language : spanish ? 'es-MX' : 'en';
  root.setAttribute('data-theme', theme);
  root.setAttribute('data-density', stored.density === 'compact' ? 'compact' : 'comfortable');
  root.lang = language;

  var session = {};
  try {
    session = JSON.parse(sessionStorage.getItem('testigo.session') || '{}') || {};
  } catch (_) {
    // Unreadable: there is none.
  }
  // The shape is that of src/client/session/session.ts; of a key only whether there is one matters.
  var resumes = session.demo === true || typeof session.key === 'string';
  var path = location.pathname;
  // Who is not connected goes to /connect, except from pages that need no connection, or only the key.
  var isOpen = /^\/(connect|verify|sandbox|link)$/.test(path) || location.hash !== '' || session.connection;
  var page = resumes || isOpen ? path : '/connect';
  var frame = resumes && path !== '/connect' ? 'shell' : (/^\/(connect|verify)$/.exec(page) || [])[1] || '';
  root.setAttribute('data-first', frame);
  if (session.demo === true) {
    root.setAttribute('data-demo', '');
    // As src/client/sandbox.ts requests it, to which src/app/early-answer.ts hands it over.
    window.testigoDemo = fetch('/sandbox/session', {
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      headers: { accept: 'application/json' },
    });
    window.testigoDemo.catch(function () {});
  }

  // Marks in the first paint what belongs to the address, as soon as it is parsed and before it is painted.
  function markFirstPaint() {
    var paint = document.getElementById('first-paint');
    if (!paint) return;
    var at = path.replace(/(.)\/$/, '$1');
    var title = [at, at.replace(/[^/]+$/, '*'), '*'].filter(function (one) {
      return paint.querySelector('[data-at="' + CSS.escape(one) + '"]');
    })[0];
    paint.querySelectorAll('[data-at], [data-to]').forEach(function (element) {
      var to = element.getAttribute('data-to');
      var isHere =
        to === null
          ? element.getAttribute('data-at') === title
          : at === to || (to !== '/' && at.indexOf(to + '/') === 0);
      // Of a part of the frame another page may have been marked.
      element.toggleAttribute('data-here', isHere);
    });
  }
  if (frame === 'shell') {
    var marking = new MutationObserver(markFirstPaint);
    marking.observe(root, { childList: true, subtree: true });
    addEventListener('DOMContentLoaded', function () {
      marking.disconnect();
    });
  }

  var list = document.getElementById('parts');
  if (!list) return;
  var build = JSON.parse(list.textContent);
  var parts = build.parts;
  var named = parts[page] || parts[page.replace(/^(\/\w+)\/[^/]+$/, '$1/*')] || [];
  named.concat(parts[frame] || [], (session.demo === true && parts.demo) || []).forEach(function (index) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = '/' + build.files[index];
    document.head.appendChild(link);
  });
})();
