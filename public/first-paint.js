// Runs before anything is painted: the theme that was chosen on this machine, so that a dark room is not lit up.
// A file of its own, because the page's policy allows no inline scripts.
try {
  if (localStorage.getItem('affiant.theme') === 'dark') {
    document.documentElement.className = 'dark'
  }
} catch {
  // Storage may be forbidden: light is the default.
}
