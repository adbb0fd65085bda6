/** Having texts made of documents: summaries, translations, transcripts. */
import * as z from 'zod/mini'
import { bulkDocuments } from '#contracts/bulk-changes.ts'
import { destination, targetLanguage, textCheck } from '#contracts/derived-texts.ts'
import { event } from '../define.ts'

/** What somebody wants to have. */
export const wish = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('summarize'), by: z.enum(['extractive', 'model']) }),
  z.object({ kind: z.literal('translate'), to: targetLanguage }),
  z.object({ kind: z.literal('transcribe'), language: z.nullable(targetLanguage) }),
])
export type Wish = z.infer<typeof wish>

interface Wished {
  readonly wish: Wish
  readonly again: boolean
}
/** Whether two ask for the same. */
export const sameWish = (a: Wished, b: Wished): boolean =>
  a.again === b.again && JSON.stringify(a.wish) === JSON.stringify(b.wish)

/** `again`: of documents that have such a text, too. */
export const wished = { wish, again: z.boolean() }

const tabId = z.string()
const looked = {
  log: 'project',
  retention: 'session',
  stream: ({ tabId: tab }: { readonly tabId: string }) => `derivedTexts:${tab}`,
} as const
/** What was asked for, and what became of it: kept, since documents may leave by it. */
const kept = { ...looked, retention: 'audit' } as const
const about = { tabId, ...wished, documents: bulkDocuments }

/** What would be done, and what stands against it, is asked for. */
export const checkAsked = event({ ...looked, type: 'derivedTexts.checkAsked', payload: z.object(about) })

export const checked = event({
  ...looked,
  type: 'derivedTexts.checked',
  // The first version did not tell documents apart that a job was about already.
  version: 2,
  upcasts: [
    (first: unknown) => {
      const { check, ...rest } = Object(first)
      return { ...rest, check: { ...Object(check), underWay: 0 } }
    },
  ],
  payload: z.object({ tabId, ...wished, check: textCheck }),
})

/** It could not be looked at. */
export const checkRefused = event({
  ...looked,
  type: 'derivedTexts.checkRefused',
  payload: z.object({ tabId, ...wished, message: z.string() }),
})

/** The project is to allow that documents are sent; then it is looked at anew. */
export const allowanceRequested = event({
  ...kept,
  type: 'derivedTexts.allowanceRequested',
  payload: z.object({ tabId, ...wished }),
})

/** The job is asked for. `sendTo`: where the documents go, as it was shown; null where they go nowhere. */
export const textsRequested = event({
  ...kept,
  type: 'derivedTexts.requested',
  payload: z.object({ ...about, sendTo: z.nullable(destination) }),
})

export const textsBegun = event({ ...kept, type: 'derivedTexts.begun', payload: z.object({ tabId }) })

/** The job, or the project's leave, that was asked for did not come. */
export const textsRefused = event({
  ...kept,
  type: 'derivedTexts.refused',
  payload: z.object({ tabId, message: z.string() }),
})
