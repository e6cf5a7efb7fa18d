// Runs before the page is drawn: shows it in the theme that was chosen before, and hides the text of a page in another
// language than the chosen one until the scripts have drawn it again. Plain JavaScript, because it is served as it is.
(() => {
  const root = document.documentElement;
  try {
    const theme = localStorage.getItem('seoga-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const language = localStorage.getItem('seoga-language');
    const asked = new URLSearchParams(location.search).get('lang');
    if (asked !== null || language === null || language === root.lang) return;
    // The shell of the application has no language.
    if (root.dataset.shell === undefined) root.dataset.redraw = '';
  } catch {
    // Storage may be forbidden: then nothing was chosen.
  }
})();
