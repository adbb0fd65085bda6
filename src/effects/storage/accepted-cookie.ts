/** Cookie `accepted`: whether the current terms are accepted; `false` sends to the terms route. */
import { cookies } from '#contracts/call.ts'
import type { CookieJar } from './browser.ts'

export interface AcceptedCookie {
  readonly get: () => boolean | null
  readonly set: (accepted: boolean) => void
  readonly remove: () => void
}

export const createAcceptedCookie = (jar: CookieJar): AcceptedCookie => ({
  get: () => {
    const value = jar.get(cookies.accepted)
    return value === 'true' ? true : value === 'false' ? false : null
  },
  set: (accepted) => jar.set(cookies.accepted, String(accepted)),
  remove: () => jar.remove(cookies.accepted),
})
