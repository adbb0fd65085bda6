/**
 * Local storage `codingFormDataReact`: the pending coding of one document, mirrored for other pages. What it is about
 * stands in clear; values and texts are sealed like the log. One key for all tabs: whoever reads it checks whose it is.
 */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import type { KeyValues } from './browser.ts'

const key = 'codingFormDataReact'

const mirrored = z.object({
  documentId: id,
  /** Which of the project's coding forms it is coded with: its place in the list; -1 for the placeholder. */
  codingIndex: z.int(),
  projectId: id,
  tabId: z.string(),
  /** Empty: none. */
  values: z.string(),
  /** What was typed and may not have reached the log: a page that goes away cannot wait for it. */
  typed: z.optional(z.string()),
})
type CodingFormData = z.infer<typeof mirrored>

export interface CodingFormDataStore {
  /** Null where there is none, or where it is about another document or project. */
  readonly get: (about: { readonly documentId: number; readonly projectId: number }) => CodingFormData | null
  readonly set: (data: CodingFormData) => void
  readonly remove: () => void
}

export const createCodingFormData = (area: KeyValues): CodingFormDataStore => ({
  get: ({ documentId, projectId }) => {
    try {
      const data = mirrored.safeParse(JSON.parse(area.getItem(key) ?? 'null')).data
      return data?.documentId === documentId && data.projectId === projectId ? data : null
    } catch {
      return null
    }
  },
  set: (data) => area.setItem(key, JSON.stringify(data)),
  remove: () => area.removeItem(key),
})
