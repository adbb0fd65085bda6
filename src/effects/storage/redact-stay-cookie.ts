/** Cookie `redactViewerStayState`: whether the redaction viewer stays open when moving on. It lives for one day. */
import { cookies } from '#contracts/call.ts'
import type { CookieJar } from './browser.ts'

const day = 24 * 60 * 60

export interface RedactStayCookie {
  readonly get: () => boolean
  readonly set: (stays: boolean) => void
  /** A change of project: it does not stay open, for a day again. */
  readonly reset: () => void
  readonly remove: () => void
}

export const createRedactStayCookie = (jar: CookieJar): RedactStayCookie => ({
  get: () => jar.get(cookies.redactStay) === 'true',
  set: (stays) => jar.set(cookies.redactStay, String(stays), day),
  reset: () => jar.set(cookies.redactStay, 'false', day),
  remove: () => jar.remove(cookies.redactStay),
})
