/** Cookie `XSRF-TOKEN`: set by the server beside the session, copied into the header of every write. */
import { cookies } from '#contracts/call.ts'
import type { CookieJar } from './browser.ts'

export interface XsrfCookie {
  /** There is one exactly where the server has a session for this browser. */
  readonly get: () => string | null
  readonly remove: () => void
}

export const createXsrfCookie = (jar: CookieJar): XsrfCookie => ({
  get: () => jar.get(cookies.xsrf),
  remove: () => jar.remove(cookies.xsrf),
})
