/** All storage keys of the product, each behind its adapter, and what leaving a project or an account does to them. */
import { type AcceptedCookie, createAcceptedCookie } from './storage/accepted-cookie.ts'
import { type AnalyzeFlag, createAnalyzeFlag } from './storage/analyze.ts'
import type { BrowserStorage } from './storage/browser.ts'
import { type CodingFormDataStore, createCodingFormData } from './storage/coding-form-data.ts'
import { createInspectFields, type InspectFields } from './storage/inspect-fields.ts'
import { createPersistAuth, type PersistAuth } from './storage/persist-auth.ts'
import { createQaCopilotSession, type QaCopilotSession } from './storage/qa-copilot.ts'
import { createRedactStayCookie, type RedactStayCookie } from './storage/redact-stay-cookie.ts'
import { createReviewSearchInput, type ReviewSearchInput } from './storage/review-search-input.ts'
import { createXsrfCookie, type XsrfCookie } from './storage/xsrf-cookie.ts'

export interface Storages {
  readonly persistAuth: PersistAuth
  readonly accepted: AcceptedCookie
  readonly redactStay: RedactStayCookie
  readonly xsrf: XsrfCookie
  readonly reviewSearchInput: ReviewSearchInput
  readonly analyze: AnalyzeFlag
  readonly qaCopilot: QaCopilotSession
  readonly inspectFields: InspectFields
  readonly codingFormData: CodingFormDataStore
  readonly leaveProject: () => void
  /**
   * `of this tab`: what no other tab sees; `content`: all that documents leave behind; `everything`: also the cookies
   * that belong to the account.
   */
  readonly forgetAccount: (what: 'of this tab' | 'content' | 'everything') => void
}

export function createStorages({ local, session, cookies }: BrowserStorage): Storages {
  const kept = {
    persistAuth: createPersistAuth(local),
    accepted: createAcceptedCookie(cookies),
    redactStay: createRedactStayCookie(cookies),
    xsrf: createXsrfCookie(cookies),
    reviewSearchInput: createReviewSearchInput(local),
    analyze: createAnalyzeFlag(local),
    qaCopilot: createQaCopilotSession(local),
    inspectFields: createInspectFields(session),
    codingFormData: createCodingFormData(local),
  }
  return {
    ...kept,
    leaveProject: () => {
      kept.reviewSearchInput.markProjectChange()
      kept.inspectFields.remove()
      kept.redactStay.reset()
      kept.codingFormData.remove()
    },
    forgetAccount: (what) => {
      kept.inspectFields.remove()
      if (what === 'of this tab') return
      kept.codingFormData.remove()
      kept.qaCopilot.removeAll()
      kept.reviewSearchInput.remove()
      if (what === 'content') return
      kept.accepted.remove()
      kept.redactStay.remove()
      kept.xsrf.remove()
    },
  }
}
