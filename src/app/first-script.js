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

  // What the page at this address reads first, with the arguments that its modules write.
  function firstCalls(organization) {
    if (location.search !== '' || location.hash !== '') return [];
    var id = (/\/([0-9a-f]{24})$/.exec(path) || [])[1];
    var own = { eq: organization };
    var pageOf = function (size) {
      return { page: 1, size: size };
    };
    var newest = { field: 'createdAt', order: 'desc' };
    var changed = { field: 'updatedAt', order: 'desc' };
    var all = { organization: own, sort: newest, pagination: pageOf(100) };
    return (
      {
        '/': [
          ['/signature-requests', all],
          ['/witnesses', all],
        ],
        '/requests': [['/signature-requests', { organization: own, sort: changed, pagination: pageOf(100) }]],
        '/requests/*': [['/signature-request/' + id, {}]],
        '/witnesses': [['/witnesses', { sort: newest, pagination: pageOf(1) }]],
        '/witnesses/*': [['/witnesses', { _id: { eq: id }, pagination: pageOf(1) }]],
        '/endorsements': [['/organization-members', { organization: own, pagination: pageOf(100) }]],
        '/directory': [['/subjects', { sort: newest, pagination: pageOf(50) }]],
      }[id ? path.slice(0, -24) + '*' : path] || []
    );
  }

  // As src/client/http/send-call.ts requests them, to which src/app/early-answer.ts hands them over.
  function requestEarly() {
    var connection = session.connection || {};
    var base = location.origin + '/rest/v1';
    if (!resumes || connection.baseUrl !== base || typeof session.organizationId !== 'string') return;
    var left = (JSON.parse(localStorage.getItem('testigo.signed-out') || '{}') || {})[
      base + '#' + session.organizationId
    ];
    if (left && left.at > session.at) return;
    var key =
      typeof session.key === 'string'
        ? Promise.resolve(session.key)
        : window.testigoDemo
            .then(function (answer) {
              return answer.clone().json();
            })
            .then(function (demo) {
              return demo.organizations.filter(function (one) {
                return one.id === session.organizationId;
              })[0].apiKey;
            });
    window.testigoCalls = {};
    firstCalls(session.organizationId).forEach(function (call) {
      var query = Object.keys(call[1]).map(function (name) {
        return name + '=' + encodeURIComponent(JSON.stringify(call[1][name]));
      });
      var address = base + call[0] + (query.length > 0 ? '?' + query.join('&') : '');
      var answer = key.then(function (secret) {
        var authorization = 'Bearer ' + secret;
        return fetch(address, {
          method: 'GET',
          headers: { accept: 'application/json', authorization: authorization },
          credentials: 'omit',
          redirect: 'error',
          referrerPolicy: 'no-referrer',
          cache: 'no-store',
          signal: AbortSignal.timeout(15000),
        }).then(function (response) {
          return { authorization: authorization, answer: response };
        });
      });
      answer.catch(function () {});
      window.testigoCalls[address] = answer;
    });
  }
  try {
    requestEarly();
  } catch (_) {
    // The app requests what was not requested here.
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
