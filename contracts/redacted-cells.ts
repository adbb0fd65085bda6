/**
 * Redacted cells: what of a spreadsheet is covered wherever it leaves the project (docs/decisions/0133-redacting-spreadsheets.md).
 * The file itself is never changed: its redacted copy is a new file, which leaves only after it was read by other eyes.
 */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant, nanoId, wholeParam } from './ids.ts'
import { redaction, redactionLimits } from './redactions.ts'
import { getSheetCells, sheet } from './sheets.ts'

export const redactedCellLimits = {
  /** Sheets of a workbook. */
  sheets: 1_000,
  /** Pieces of one cell's text. */
  pieces: 100,
  /** Characters of a range. */
  range: 40,
  /** Dependents that are told of. */
  dependents: 2_000,
} as const

/**
 * `text`: a part of what a cell shows. `sheet`: all cells of it; its name stays unless `sheetName` covers it. `kept`: covers
 * nothing; a cell that stays open although it depends on what is covered, because somebody has said so.
 */
export const redactedCellsKind = z.enum(['cells', 'rows', 'columns', 'sheet', 'sheetName', 'text', 'kept'])
export type RedactedCellsKind = z.infer<typeof redactedCellsKind>

const whole = z.int().check(z.nonnegative())
const place = {
  /** Its number in the order of the file, from 0. */
  sheet: whole.check(z.maximum(redactedCellLimits.sheets - 1)),
  kind: redactedCellsKind,
  /** `B2:C9` for cells, `3:7` for rows, `C:D` for columns, one cell for a text and for what is kept; null for a sheet and its name. */
  range: z.nullable(z.string().check(z.maxLength(redactedCellLimits.range))),
  /** For `text`: from and up to, not including, in UTF-16 units of what the cell shows; otherwise none. */
  pieces: z.array(z.strictObject({ from: whole, to: whole })).check(z.maxLength(redactedCellLimits.pieces)),
}

const { label, reason, changedBy, changedAt } = redaction.shape

export const redactedCells = z.object({
  /** Chosen by whoever adds it, once in the project. */
  key: nanoId,
  ...place,
  label,
  reason,
  /** What was added at once has the same one. */
  gesture: nanoId,
  /** Grows with each change; a change or a removal states the version that was seen. */
  version: z.int(),
  /** Who added it. */
  by: z.string(),
  isOwn: z.boolean(),
  at: instant,
  changedBy,
  changedAt,
  /** The document has another file now: nothing of it goes out until somebody has looked. */
  toCheck: z.boolean(),
})
export type RedactedCells = z.infer<typeof redactedCells>

export const removedCells = z.extend(redactedCells, { removedBy: z.string(), removedAt: instant })
export type RemovedCells = z.infer<typeof removedCells>

export const documentCells = z.object({
  documentId: id,
  /** Grows with each change of any redaction of the document. */
  revision: z.int(),
  /** By sheet, and in the order in which they were added. */
  data: z.array(redactedCells),
  totalCount: z.int(),
  /** The latest that were removed, which can be restored. */
  removed: z.array(removedCells),
})
export type DocumentCells = z.infer<typeof documentCells>

/** What redacting a file as it is says of its document: fields with their values, and whether they are set or taken away. */
export const documentEdit = z.object({
  category: z.literal('document-edits'),
  action: z.enum(['addupdate', 'remove']),
  fields: z.object({ Redaction: z.nullable(z.literal(1)), Redaction_Type: z.literal('Manual Native') }),
})
export type DocumentEdit = z.infer<typeof documentEdit>

const seen = { key: nanoId, /** As it was seen. */ version: z.int() }
/** What a gesture does, all of it or nothing. */
export const cellsMarkup = z.strictObject({
  add: z.array(z.strictObject({ key: nanoId, ...place, label, reason })),
  /** What is absent stays as it is. */
  change: z.array(
    z.strictObject({
      ...seen,
      label: z.optional(label),
      reason: z.optional(reason),
      /** Somebody has looked at it in the file of today: it is right there. */
      checked: z.optional(z.literal(true)),
    }),
  ),
  remove: z.array(z.strictObject(seen)),
  restore: z.array(z.strictObject(seen)),
})
export type CellsMarkup = z.infer<typeof cellsMarkup>

const saved = z.object({
  revision: z.int(),
  /** All that it touched, as they are now; those it removed are among `removed`. */
  data: z.array(redactedCells),
  removed: z.array(removedCells),
  /** What it did to the fields of the document; null: they stand as before. */
  edit: z.nullable(documentEdit),
})

const loading = {
  needs: 'redaction.see',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
} as const

export const loadCells = call({
  ...loading,
  name: 'redactedCells.load',
  service: 'api',
  method: 'GET',
  path: '/v1/prizm/redacted-cells',
  reply: documentCells,
  summary: 'The redacted cells of a spreadsheet that are in force, and the last that were removed.',
})

const saving = {
  needs: 'redaction.draw',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    documentId: id,
    gesture: nanoId,
    markup: cellsMarkup.check(
      z.refine(({ add, change, remove, restore }) => {
        const count = add.length + change.length + remove.length + restore.length
        return count > 0 && count <= redactionLimits.gesture
      }, `A gesture changes between 1 and ${redactionLimits.gesture} redactions.`),
    ),
  }),
  reply: saved,
} as const

export const saveCells = call({
  ...saving,
  name: 'redactedCells.save',
  service: 'api',
  method: 'PUT',
  path: '/v1/prizm/redacted-cells',
  summary:
    'Add, change, remove and restore redacted cells of a spreadsheet: all of a gesture or nothing. 412 with the redactions as ' +
    'they are now (`data`: documentCells) if one was changed or removed since it was seen.',
})

export const saveSheetRedactions = call({
  ...saving,
  name: 'redactedCells.saveInSheet',
  service: 'sheet',
  method: 'POST',
  path: '/save-redactions',
  summary: 'The same as PUT /api/v1/prizm/redacted-cells.',
})

const look = z.object({ label, reason })

export const lastCellsGesture = call({
  name: 'redactedCells.lastGesture',
  method: 'GET',
  path: '/viewer/last-redacted-cells',
  needs: 'redaction.draw',
  scope: 'project',
  query: z.strictObject({ documentId: idParam }),
  reply: z.object({
    documentId: id,
    last: z.nullable(
      z.object({
        at: instant,
        remove: z.array(nanoId),
        restore: z.array(nanoId),
        change: z.array(
          z.object({
            key: nanoId,
            /** As the gesture left it, and as it was before. */
            from: look,
            to: look,
          }),
        ),
      }),
    ),
  }),
  summary:
    'What would take back one’s last gesture in the cells of a spreadsheet, from the record alone; null: there is none.',
})

const clearing = {
  needs: 'redaction.clear',
  scope: 'project',
  idempotencyKey: 'required',
  method: 'POST',
  body: z.strictObject({ documentId: id, gesture: nanoId, /** As it was seen. */ revision: z.int() }),
  reply: z.extend(documentCells, { edit: z.nullable(documentEdit) }),
} as const

export const clearSheetRedactions = call({
  ...clearing,
  name: 'redactedCells.clear',
  service: 'sheet',
  path: '/clear-redactions',
  summary:
    'Remove all redactions of a spreadsheet, those on its pages too. Each is on the record with its place and can be restored. ' +
    '412 if one was added or changed since.',
})

export const clearRedaction = call({
  ...clearing,
  name: 'redactedCells.ClearRedaction',
  service: 'sheet',
  path: '/redaction/ClearRedaction',
  summary: 'The same as POST /sheet/clear-redactions.',
})

/** A cell whose formula reads what is covered, and would tell it. */
export const dependentCells = z.object({
  sheet: whole,
  range: z.string(),
  /** What it reads, directly or through others; null where that cannot be seen. */
  through: z.nullable(z.object({ sheet: whole, range: z.string() })),
  /** A sentence. */
  why: z.string(),
  /** It stays open: somebody has said so. */
  isKept: z.boolean(),
})
export type DependentCells = z.infer<typeof dependentCells>

/** What the redacted copy of a spreadsheet is, and what those who made and read it have to say. */
export const redactedCopy = z.object({
  documentId: id,
  /** Of the redactions that it was made with. */
  revision: z.int(),
  /**
   * `none`: nothing is redacted, so there is no copy. `toCheck`: redactions are of another file: somebody has to look first.
   * `refused`: it cannot be made, or what was made must not leave.
   */
  state: z.enum(['none', 'toCheck', 'refused', 'ready']),
  /** Why there is none, in a sentence that says what to do; empty where it is ready. */
  reason: z.string(),
  /** Where something stands that must not leave; never what. */
  faults: z.array(z.object({ part: z.string(), reason: z.string() })),
  /** Sheets of the copy. */
  sheets: z.array(sheet),
  /** Cells that were covered and had something in them. */
  coveredCells: whole,
  dependents: z.array(dependentCells),
  moreDependents: z.boolean(),
  /** Open cells that say something that is covered in another place. */
  alsoOpen: z.array(z.object({ sheet: whole, cell: z.string() })),
  moreOpen: z.boolean(),
  /** Sentences. */
  leftOut: z.array(z.string()),
})
export type RedactedCopy = z.infer<typeof redactedCopy>

export const getRedactedFile = call({
  ...loading,
  name: 'redactedCells.copy',
  service: 'sheet',
  method: 'GET',
  path: '/redacted-file',
  reply: redactedCopy,
  summary:
    'The redacted copy of a spreadsheet: its sheets, the cells that depend on what is covered, and what stands against letting ' +
    'it out. Makes it where it is not there.',
})

export const getFile = call({
  ...loading,
  name: 'redactedCells.GetFile',
  service: 'sheet',
  method: 'GET',
  path: '/redaction/GetFile',
  reply: redactedCopy,
  summary: 'The same as GET /sheet/redacted-file.',
})

export const fetchGrid = call({
  name: 'redactedCells.FetchGrid',
  service: 'sheet',
  method: 'GET',
  path: '/redaction/FetchGrid',
  needs: 'redaction.see',
  scope: 'project',
  query: z.strictObject({
    ...getSheetCells.query.shape,
    /** Of the copy that is looked at. */ revision: wholeParam(0, Number.MAX_SAFE_INTEGER),
  }),
  reply: getSheetCells.reply,
  summary: 'The cells of a range of a sheet of the redacted copy. 409 if redactions have changed since.',
})

const downloading = {
  method: 'GET',
  needs: 'redaction.see',
  scope: 'project',
  query: z.strictObject({ documentId: idParam, projectId: idParam }),
  rawReply: true,
  reply: z.any(),
} as const

export const downloadFile = call({
  ...downloading,
  name: 'redactedCells.download',
  service: 'sheet',
  path: '/download-file',
  summary: 'The redacted copy of a spreadsheet as a file. 409 with the reasons if it must not leave.',
})

export const download = call({
  ...downloading,
  name: 'redactedCells.Download',
  service: 'sheet',
  path: '/redaction/Download',
  summary: 'The same as GET /sheet/download-file.',
})

/** What a place is called: 'Sheet 2, B2:C9'. */
export function placeWords({
  sheet: number,
  kind,
  range,
}: Pick<RedactedCells, 'sheet' | 'kind' | 'range'>): string {
  const words = {
    cells: `, ${range}`,
    rows: `, ${range?.includes(':') ? 'rows' : 'row'} ${range}`,
    columns: `, ${range?.includes(':') ? 'columns' : 'column'} ${range}`,
    text: `, part of ${range}`,
    kept: `, ${range} kept open`,
    sheet: '',
    sheetName: ', its name',
  }
  return `Sheet ${number + 1}${words[kind]}`
}
