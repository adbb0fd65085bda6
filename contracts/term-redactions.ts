/**
 * Redacting what is searched for (docs/decisions/0132-redacting-terms.md): a job looks for words in the pages of documents,
 * somebody looks at what it found and ticks, another job covers what is ticked, and that is undone as one.
 */
import * as z from 'zod/mini'
import { bulkDocuments } from './bulk-changes.ts'
import { call } from './call.ts'
import { id, idParam, nanoId, wholeParam } from './ids.ts'
import { jobState } from './jobs.ts'
import { personalDataKinds } from './personal-data-kinds.ts'
import { redactionLabel, redactionReason } from './redactions.ts'

export const termRedactionLimits = {
  /** Terms and kinds of personal data that are looked for at once. */
  terms: 200,
  /** Patterns that are regular expressions; each may take so long in the words of one document, in ms. */
  expressions: 20,
  expressionMs: 2_000,
  termLength: 500,
  /** Places of one search, and of one of its documents: what is found beyond is counted, and cannot be covered by it. */
  places: 200_000,
  ofDocument: 20_000,
  /** Places of one answer, and of one change of ticks. */
  page: 200,
  /** Characters that are told on each side of a place. */
  around: 60,
  /** Days that places are kept for. What was covered, and its undo, are not forgotten. */
  days: 7,
} as const

const term = z.string().check(
  z.trim(),
  z.minLength(1),
  z.refine(
    (text) => text.length <= termRedactionLimits.termLength,
    `A term has at most ${termRedactionLimits.termLength} characters.`,
  ),
  z.refine((text) => /^\P{Cc}*$/u.test(text), 'A term is one line, without characters that cannot be seen.'),
)

export const personalKind = z.enum(personalDataKinds)

const asked = z.object({ jobId: id, auditIds: z.array(id) })

export const findTerms = call({
  name: 'termRedactions.find',
  method: 'POST',
  path: '/viewer/term-redaction/find',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    documents: bulkDocuments,
    terms: z.array(term).check(z.maxLength(termRedactionLimits.terms)),
    /** Regular expressions, without regard to case. */
    expressions: z.optional(z.array(term).check(z.maxLength(termRedactionLimits.expressions))),
    personalData: z.array(personalKind),
    correlationId: nanoId,
  }),
  reply: asked,
  summary:
    'Look for words in the pages of documents, so that they can be redacted. More than one document needs the right to ' +
    'change many. Terms are words, phrases, wildcards and words near each other, joined by OR; unreadable ones are ' +
    'refused, each with the position of its error. Expressions are regular expressions of JavaScript; one that takes too ' +
    'long ends the search, which says which it was. Needs an Idempotency-Key.',
})

/**
 * Why something that was found cannot be covered: it stands in the text of the document more often than on its pages; the
 * pages have no words (scans); there are no pages; it stands in a field, which no box covers; or there are too many places.
 */
export const uncoveredReason = z.enum([
  'text',
  'noWords',
  'noPages',
  'subject',
  'fileName',
  'people',
  'tooMany',
])
export type UncoveredReason = z.infer<typeof uncoveredReason>

const uncovered = z.object({
  /** Place in the list of terms. */ term: z.int(),
  reason: uncoveredReason,
  count: z.int(),
})
export type Uncovered = z.infer<typeof uncovered>

const counts = {
  /** Places on pages. */ places: z.int(),
  ticked: z.int(),
  /** Covered already. */ covered: z.int(),
}

const standing = z.object({
  state: jobState,
  done: z.int(),
  all: z.int(),
  rate: z.nullable(z.number()),
  secondsLeft: z.nullable(z.number()),
  message: z.nullable(z.string()),
})
export type TermStanding = z.infer<typeof standing>

const ofDocument = z.object({
  documentId: id,
  controlNumber: z.string(),
  ...counts,
  uncovered: z.array(uncovered),
  /** Why it was not searched, or not covered; null: it was. */
  left: z.nullable(z.string()),
})
export type TermDocument = z.infer<typeof ofDocument>

export const termRedaction = z.object({
  jobId: id,
  search: standing,
  terms: z.array(
    z.object({ text: z.string(), how: z.enum(['term', 'pattern', 'expression', 'personal']), ...counts }),
  ),
  ...counts,
  /** In which something was found or could not be searched, in the order of their numbers; the first 200 behind `after`. */
  documents: z.array(ofDocument),
  documentCount: z.int(),
  /** Places are not kept any more. */
  forgotten: z.boolean(),
  /** The job that covers what was ticked; null: nobody has asked. */
  applied: z.nullable(
    z.object({
      jobId: id,
      standing,
      label: z.string(),
      /** Redactions that were made. */
      made: z.int(),
      /** Ticked, and left: covered meanwhile, or in documents that could not be redacted. */
      left: z.int(),
    }),
  ),
  /** The job that takes them back. */
  undone: z.nullable(
    z.object({
      jobId: id,
      standing,
      removed: z.int(),
      /** Left, because somebody has changed them since or the caller may not. */
      changed: z.int(),
    }),
  ),
})
export type TermRedaction = z.infer<typeof termRedaction>

const params = z.strictObject({ jobId: idParam })

export const getTermRedaction = call({
  name: 'termRedactions.get',
  method: 'GET',
  path: '/viewer/term-redaction/:jobId',
  needs: 'redaction.draw',
  scope: 'project',
  params,
  query: z.strictObject({ /** Behind this document. */ after: z.optional(idParam) }),
  reply: termRedaction,
  summary:
    'How far one’s own search is, what it found by term and by document, what cannot be covered, and what was covered.',
})

const place = z.object({
  placeId: id,
  page: z.int(),
  /** As of a redaction. */
  boxes: z.array(z.int()),
  term: z.int(),
  ticked: z.boolean(),
  covered: z.boolean(),
  /** Words of the page before it, what would be covered, and words behind it. */
  before: z.string(),
  found: z.string(),
  after: z.string(),
})
export type TermPlace = z.infer<typeof place>

export const listTermPlaces = call({
  name: 'termRedactions.places',
  method: 'GET',
  path: '/viewer/term-redaction/:jobId/places',
  needs: 'redaction.draw',
  scope: 'project',
  params,
  query: z.strictObject({ documentId: idParam, /** Behind this place. */ after: z.optional(wholeParam(0)) }),
  reply: z.object({ data: z.array(place), totalCount: z.int() }),
  summary: 'The places that were found in a document, in their order, 200 at a time, with the words around.',
})

/** Some places, all of a term, or all of a document. */
export const tickWhich = z.union([
  z.strictObject({ placeIds: z.array(id).check(z.minLength(1), z.maxLength(termRedactionLimits.page)) }),
  z.strictObject({ term: z.int().check(z.minimum(0)) }),
  z.strictObject({ documentId: id }),
])
export type TickWhich = z.infer<typeof tickWhich>

export const tickTermPlaces = call({
  name: 'termRedactions.tick',
  method: 'PUT',
  path: '/viewer/term-redaction/:jobId/ticks',
  needs: 'redaction.draw',
  scope: 'project',
  params,
  body: z.strictObject({ which: tickWhich, ticked: z.boolean() }),
  reply: z.object({ ticked: z.int() }),
  summary: 'Tick places or take ticks off. What is covered already is not ticked.',
})

export const applyTerms = call({
  name: 'termRedactions.apply',
  method: 'POST',
  path: '/viewer/term-redaction/:jobId/apply',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  params,
  body: z.strictObject({ label: redactionLabel, reason: redactionReason, correlationId: nanoId }),
  reply: asked,
  summary: 'Redact what is ticked, by a job. Once for each search.',
})

export const undoTerms = call({
  name: 'termRedactions.undo',
  method: 'POST',
  path: '/viewer/term-redaction/:jobId/undo',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  params,
  body: z.strictObject({ correlationId: nanoId }),
  reply: asked,
  summary:
    'Take back all redactions that one’s own search has made, as one step: those that nobody has changed since. If it is ' +
    'undone already, answers with the job that did it.',
})

export const redoTerms = call({
  name: 'termRedactions.redo',
  method: 'POST',
  path: '/viewer/term-redaction/:jobId/redo',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  params,
  body: z.strictObject({ correlationId: nanoId }),
  reply: asked,
  summary: 'Put back all redactions that the undo of one’s own search has taken back, as one step.',
})

export const stopTerms = call({
  name: 'termRedactions.stop',
  method: 'POST',
  path: '/viewer/term-redaction/:jobId/stop',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'optional',
  params,
  reply: z.object({ jobId: id }),
  summary: 'Cancel what one’s own search does now. What it has found, or covered, stays.',
})
