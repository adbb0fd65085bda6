/** Cookie `redactViewerStayState`: whether the tool that redacts stays held from one document to the next. */
import { cookies } from '#contracts/call.ts'
import type { CookieJar } from './browser.ts'

/** In seconds. */
const oneDay = 24 * 60 * 60

export interface RedactStayCookie {
  readonly set: (stays: boolean) => void
  readonly remove: () => void
}

export const createRedactStayCookie = (jar: CookieJar): RedactStayCookie => ({
  set: (stays) => jar.set(cookies.redactStay, String(stays), oneDay),
  remove: () => jar.remove(cookies.redactStay),
})
