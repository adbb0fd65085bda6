/** How people call documents that are not in view: by what this tab has fetched of them. */
import { combine } from 'effector'
import { documentCache, pageCache } from './review.ts'

interface Named {
  readonly controlNumber: string
  readonly title: string
}

/** A document's number and title; null where nothing of it has been fetched here. */
export const $named = combine(
  pageCache.$entries,
  documentCache.$entries,
  (pages, documents) =>
    (documentId: number): Named | null => {
      const whole = documents.get(String(documentId))
      if (whole) return whole
      for (const rows of pages.values()) {
        const row = rows.find((one) => one.documentId === documentId)
        if (row) return row
      }
      return null
    },
)
