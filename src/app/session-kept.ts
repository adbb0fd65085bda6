/** Whether a visit begins with signing in: decided before anything else is fetched. */
import type { BrowserStorage } from '../effects/storage/browser.ts'
import { createPersistAuth } from '../effects/storage/persist-auth.ts'
import { createXsrfCookie } from '../effects/storage/xsrf-cookie.ts'

/** Pages for those who are not signed in that are no sign-in page themselves. */
const otherPublicPages = /\.html$|^\/eula$/

/** Whether this visit begins with nothing but signing in: no session is stored, none can be restored. */
export function beginsAtGate(path: string, { local, cookies }: BrowserStorage): boolean {
  if (otherPublicPages.test(path)) return false
  return createPersistAuth(local).read()?.isAuth !== true && createXsrfCookie(cookies).get() === null
}

/**
 * While somebody signs in the address says so: guards 2 and 3 for those without a session. Going back or forward to
 * another address keeps the sign-in page, unless what stands there is for them too: then that is loaded. Answers how
 * to stop.
 */
export function standAtGate(
  window: Pick<Window, 'location' | 'history' | 'addEventListener' | 'removeEventListener'>,
  storage: BrowserStorage,
): () => void {
  const look = () => {
    if (!beginsAtGate(window.location.pathname, storage)) window.location.reload()
    else if (window.location.pathname !== '/') window.history.replaceState(null, '', '/')
  }
  look()
  window.addEventListener('popstate', look)
  return () => window.removeEventListener('popstate', look)
}
