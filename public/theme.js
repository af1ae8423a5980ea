// Runs before the first paint, so that the page never shows the wrong theme or language.
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
})();
