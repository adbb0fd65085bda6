/**
 * Redactions: what of a document is covered wherever it leaves the project (docs/decisions/0127-redactions.md). The document
 * itself is never changed: a redaction is a fact beside its file, and is burned into whatever is made of it.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant, nanoId, wholeParam } from './ids.ts'

export const redactionLimits = {
  /** Characters of a label. */
  label: 40,
  /** Characters of a reason. */
  reason: 200,
  /** Boxes of one redaction: the lines of a page that is selected as words. */
  boxes: 500,
  /** Redactions of one gesture: a box on a range of pages. */
  gesture: 1_000,
  /** Redactions of a document that are in force. */
  document: 20_000,
  /** Removed redactions that are told of, so that they can be restored: the latest. */
  removed: 100,
} as const

export const redactionWords = {
  labelPrompt: 'Enter a label',
  noLabel: 'No Label',
  clearAll:
    'This action will remove all redactions, returning this document to its original unredacted state. ' +
    'Do you want to clear all redactions?',
} as const

/** Boxes are whole numbers: so many parts of the width, and of the height, of a page as it is shown. As in `pages.texts`. */
export const pageParts = 10_000

/**
 * `box`: a drawn box. `words`: words that were selected, a box for each run of them in a line. `page`: the whole page, without
 * boxes. `inverse`: the whole page but for its boxes.
 */
export const redactionKind = z.enum(['box', 'words', 'page', 'inverse'])
export type RedactionKind = z.infer<typeof redactionKind>

/** What made it: a person's hand, a search for terms or for a pattern, or the redactions of an exact copy. */
export const redactionOrigin = z.enum(['hand', 'terms', 'pattern', 'copy'])
export type RedactionOrigin = z.infer<typeof redactionOrigin>

const coordinate = z.int().check(z.minimum(0), z.maximum(pageParts))
/** One after another: left, top, right and bottom of each, from the upper left corner of the page as it is shown. */
const boxes = z.array(coordinate).check(
  z.maxLength(4 * redactionLimits.boxes),
  z.refine(
    (all) =>
      all.length % 4 === 0 &&
      all.every((value, at) => at % 4 < 2 || value > (all[at - 2] ?? Number.POSITIVE_INFINITY)),
    'A box has a left, a top, a right and a bottom, and a width and a height.',
  ),
)

const oneLine = (most: number, what: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => [...text].length <= most, `A ${what} has at most ${most} characters.`),
    z.refine(
      (text) => /^\P{Cc}*$/u.test(text),
      `A ${what} is one line, without characters that cannot be seen.`,
    ),
  )
/** Empty: no label. */
const label = oneLine(redactionLimits.label, 'label')
/** Empty: none is given. */
const reason = oneLine(redactionLimits.reason, 'reason')

const place = {
  /** From 1. */
  page: z.int().check(z.minimum(1)),
  kind: redactionKind,
  boxes,
}

export const redaction = z.object({
  /** Chosen by whoever adds it, once in the project. */
  key: nanoId,
  ...place,
  label,
  reason,
  origin: redactionOrigin,
  /** What was added at once has the same one. */
  gesture: nanoId,
  /** Grows with each change; a change or a removal states the version that was seen. */
  version: z.int(),
  /** Who added it. */
  by: z.string(),
  /** Whether the caller did. */
  isOwn: z.boolean(),
  at: instant,
  /** Who changed, restored or checked it last, and when; absent: nobody has. */
  changedBy: z.optional(z.string()),
  changedAt: z.optional(instant),
  /** It was drawn on other pages than the document has now: nothing of the document goes out until somebody has looked. */
  toCheck: z.boolean(),
})
export type Redaction = z.infer<typeof redaction>

export const removedRedaction = z.extend(redaction, { removedBy: z.string(), removedAt: instant })

export const documentRedactions = z.object({
  documentId: id,
  /** Grows with each change of any of them, and is part of the name of everything that is made of the document. */
  revision: z.int(),
  /** By page, and in the order in which they were added. */
  data: z.array(redaction),
  totalCount: z.int(),
  /** The latest that were removed, which can be restored. */
  removed: z.array(removedRedaction),
})
export type DocumentRedactions = z.infer<typeof documentRedactions>

export const loadMarkup = call({
  name: 'redactions.load',
  method: 'GET',
  path: '/viewer/load-markup',
  needs: 'redaction.see',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: documentRedactions,
  summary: 'The redactions of a document that are in force, and the last that were removed.',
})

const seen = { key: nanoId, /** As it was seen. */ version: z.int() }
/** What a gesture does, all of it or nothing. */
export const markup = z.strictObject({
  add: z.array(z.strictObject({ key: nanoId, ...place, label, reason })),
  /** What is absent stays as it is. A kind is changed together with the boxes. */
  change: z.array(
    z.strictObject({
      ...seen,
      boxes: z.optional(boxes),
      label: z.optional(label),
      reason: z.optional(reason),
      /** Somebody has looked at it on the pages of today: it is right there. */
      checked: z.optional(z.literal(true)),
    }),
  ),
  remove: z.array(z.strictObject(seen)),
  restore: z.array(z.strictObject(seen)),
})
export type Markup = z.infer<typeof markup>

export const saveMarkup = call({
  name: 'redactions.save',
  method: 'POST',
  path: '/viewer/save-markup',
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    documentId: id,
    gesture: nanoId,
    markup: markup.check(
      z.refine(({ add, change, remove, restore }) => {
        const count = add.length + change.length + remove.length + restore.length
        return count > 0 && count <= redactionLimits.gesture
      }, `A gesture changes between 1 and ${redactionLimits.gesture} redactions.`),
    ),
  }),
  reply: z.object({
    revision: z.int(),
    /** All that it touched, as they are now; those it removed are among `removed`. */
    data: z.array(redaction),
    removed: z.array(removedRedaction),
  }),
  summary:
    'Add, change, remove and restore redactions of a document: all of a gesture or nothing. 412 with the redactions as they ' +
    'are now (`data`: documentRedactions) if one was changed or removed since it was seen.',
})

/** What takes back one's last gesture on the pages of a document. */
const takenBack = z.object({
  at: instant,
  remove: z.array(nanoId),
  restore: z.array(nanoId),
  change: z.array(
    z.object({
      key: nanoId,
      /** As the gesture left it, and as it was before. */
      from: z.object({ boxes, label, reason }),
      to: z.object({ boxes, label, reason }),
    }),
  ),
})

export const lastGesture = call({
  name: 'redactions.lastGesture',
  method: 'GET',
  path: '/viewer/last-redaction',
  needs: 'redaction.draw',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: z.object({ documentId: id, last: z.nullable(takenBack) }),
  summary:
    'What would take back one’s last gesture on the pages of a document, from the record alone; null: there is none.',
})

export const clearRedactions = call({
  name: 'redactions.clear',
  method: 'POST',
  path: '/viewer/clear-redactions',
  needs: 'redaction.clear',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ documentId: id, gesture: nanoId, /** As it was seen. */ revision: z.int() }),
  reply: documentRedactions,
  summary:
    'Remove all redactions of a document. Each is on the record with its place and can be restored. 412 if one was added or ' +
    'changed since.',
})

export const redactedLabels = call({
  name: 'redactions.labels',
  method: 'GET',
  path: '/viewer/redacted-labels',
  needs: 'redaction.see',
  scope: 'project',
  reply: z.object({
    /** The most frequent first. */
    data: z.array(z.object({ label: z.string(), reason: z.string(), count: z.int() })),
    totalCount: z.int(),
  }),
  summary: 'The labels and reasons that redactions of the project have, with how many have them.',
})

/** Of what the log tells: on pages, and in spreadsheets (contracts/redacted-cells.ts). */
export const redactionLogKind = z.enum([
  ...redactionKind.options,
  ...(['cells', 'rows', 'columns', 'sheet', 'sheetName', 'text', 'kept'] as const),
])

/** A line of the log: what was done to a redaction, by whom, when and where. It never says the words. */
export const redactionLogRow = z.object({
  documentId: id,
  controlNumber: z.string(),
  key: nanoId,
  act: z.enum(['added', 'changed', 'removed', 'restored', 'checked']),
  page: z.int(),
  kind: redactionLogKind,
  boxes: z.array(z.int()),
  label: z.string(),
  reason: z.string(),
  origin: redactionOrigin,
  version: z.int(),
  by: z.string(),
  at: instant,
  /** Of a spreadsheet, where it is in words: 'Sheet 2, B2:C9'. Then `page` is the number of the sheet, and there are no boxes. */
  cells: z.optional(z.string()),
})
export type RedactionLogRow = z.infer<typeof redactionLogRow>

const logQuery = {
  /** Of one document; absent: of the project. */
  documentId: z.optional(idParam),
  /** With this label as it was then; empty: without one. */
  label: z.optional(z.string()),
}

export const redactionLog = call({
  name: 'redactions.log',
  method: 'GET',
  path: '/viewer/redaction-log',
  needs: 'redaction.see',
  scope: 'project',
  query: z.strictObject({
    ...logQuery,
    /** Rows before the one with this number, the newest first. */ before: z.optional(idParam),
  }),
  reply: z.object({
    data: z.array(redactionLogRow),
    totalCount: z.int(),
    /** Where the next rows begin; null: these were the last. */
    next: z.nullable(z.int()),
  }),
  summary: 'What was done to redactions of a document or of the project, the newest first, 200 at a time.',
})

export const redactionLogFile = call({
  name: 'redactions.logFile',
  method: 'GET',
  path: '/viewer/redaction-log.csv',
  needs: 'redaction.see',
  scope: 'project',
  query: z.strictObject({ ...logQuery, projectId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary: 'The whole redaction log of a document or of the project as CSV.',
})

/** A redacted document as it would leave. */
export const asItLeaves = z.object({
  documentId: id,
  /** Of the redactions that it was made with. */
  revision: z.int(),
  /** `rendering`: ask again in a moment. `withheld`: nothing of it leaves, and so nothing of it is shown. */
  state: z.enum(['ready', 'rendering', 'withheld']),
  /** Why it is withheld, in a sentence without a word of the document. */
  reason: z.nullable(z.string()),
  /** In order; their images are those of `redactions.burnedPage`. */
  pages: z.array(
    z.object({
      /** Pixels of the image. */
      width: z.int(),
      height: z.int(),
      dpi: z.number(),
      /** The words that can still be read on it. */
      text: z.string(),
    }),
  ),
})
export type AsItLeaves = z.infer<typeof asItLeaves>

export const getAsItLeaves = call({
  name: 'redactions.asItLeaves',
  method: 'GET',
  path: '/viewer/as-it-leaves',
  needs: 'document.view',
  scope: 'project',
  asTheyLeave: true,
  query: z.strictObject({ documentId: idParam }),
  reply: asItLeaves,
  summary:
    'The pages and the text of a redacted document as it would leave, once a second reader has found nothing covered in them.',
})

export const burnedPage = call({
  name: 'redactions.burnedPage',
  method: 'GET',
  path: '/viewer/burned-page/:documentId/:page',
  needs: 'document.view',
  scope: 'project',
  asTheyLeave: true,
  params: z.strictObject({ documentId: idParam, /** From 1. */ page: wholeParam(1) }),
  query: z.strictObject({
    projectId: idParam,
    /** Of the redactions, as they were seen: 409 with the revision (`data`) where they have changed since. */
    revision: wholeParam(0),
  }),
  rawReply: true,
  reply: z.any(),
  summary:
    'The image of a page with its redactions burned in (PNG or JPEG, as large as the page image), as it will leave the project. ' +
    'To whoever may not see under redactions it is drawn of the file that the second reader has looked at.',
})

export const redactedFile = call({
  name: 'redactions.file',
  method: 'GET',
  path: '/viewer/redacted-file',
  needs: 'document.download',
  scope: 'project',
  asTheyLeave: true,
  query: z.strictObject({ projectId: idParam, documentId: idParam }),
  rawReply: true,
  reply: z.any(),
  summary:
    'All pages of a document as a PDF with the redactions burned in and the text that stayed. It is read back by a second ' +
    'reader before it leaves: 409 with what that has found (`data`: faults with page, box, kind and reason).',
})

/** For calls that write redactions by other means. */
export const redactionLabel = label
export const redactionReason = reason
