// Runs before anything is painted: the theme that was chosen on this machine, or that it asks for, so that a dark room is not lit up.
// A file of its own, because the page's policy allows no inline scripts.
try {
  const theme = localStorage.getItem('affiant.theme')
  if (theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)) {
    document.documentElement.className = 'dark'
  }
} catch {
  // Storage may be forbidden: light is the default.
}
