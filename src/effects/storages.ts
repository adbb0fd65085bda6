/** All storage keys of the product, each behind its adapter, and what leaving a project or an account does to them. */
import { type AcceptedCookie, createAcceptedCookie } from './storage/accepted-cookie.ts'
import type { BrowserStorage } from './storage/browser.ts'
import { type CodingFormDataStore, createCodingFormData } from './storage/coding-form-data.ts'
import { createPersistAuth, type PersistAuth } from './storage/persist-auth.ts'
import { createRedactStayCookie, type RedactStayCookie } from './storage/redact-stay-cookie.ts'
import { createReviewSearchInput, type ReviewSearchInput } from './storage/review-search-input.ts'
import { createXsrfCookie, type XsrfCookie } from './storage/xsrf-cookie.ts'

export interface Storages {
  readonly persistAuth: PersistAuth
  readonly accepted: AcceptedCookie
  readonly xsrf: XsrfCookie
  readonly reviewSearchInput: ReviewSearchInput
  readonly codingFormData: CodingFormDataStore
  readonly redactStay: RedactStayCookie
  readonly leaveProject: () => void
  /**
   * `content`: all that documents leave behind; `everything`: also the cookies
   * that belong to the account.
   */
  readonly forgetAccount: (what: 'content' | 'everything') => void
}

export function createStorages({ local, cookies }: BrowserStorage): Storages {
  const kept = {
    persistAuth: createPersistAuth(local),
    accepted: createAcceptedCookie(cookies),
    xsrf: createXsrfCookie(cookies),
    reviewSearchInput: createReviewSearchInput(local),
    codingFormData: createCodingFormData(local),
    redactStay: createRedactStayCookie(cookies),
  }
  return {
    ...kept,
    leaveProject: () => {
      kept.reviewSearchInput.markProjectChange()
      kept.codingFormData.remove()
      kept.redactStay.set(false)
    },
    forgetAccount: (what) => {
      kept.codingFormData.remove()
      kept.reviewSearchInput.remove()
      if (what === 'content') return
      kept.accepted.remove()
      kept.xsrf.remove()
      kept.redactStay.remove()
    },
  }
}
