/** What a gesture comes to: what is refused is refused before anything is written. */
import type { Insertable } from 'kysely'
import {
  type Markup,
  type RedactionKind,
  type RedactionOrigin,
  redactionLimits,
} from '#contracts/redactions.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { storable } from '../../platform/records/dialect.ts'
import type { RedactionTable } from '../redaction-rows/tables.ts'
import type { PagesNow } from './pages-now.ts'
import { isToCheck, type RedactionRow } from './rows.ts'

export type NewRow = Insertable<RedactionTable>

/** A change of one redaction. */
export type Act =
  | { readonly done: 'added'; readonly before: null; readonly after: NewRow }
  | {
      readonly done: 'changed' | 'checked' | 'removed' | 'restored'
      readonly before: RedactionRow
      readonly after: RedactionRow
    }

export interface Asked {
  readonly projectId: number
  readonly documentId: number
  readonly gesture: string
  readonly markup: Markup
  readonly userId: number
  /** Whether the caller may change what others have drawn. */
  readonly ofOthers: boolean
  readonly at: string
  readonly pages: PagesNow
  /** What the record has of the keys that are named, of any document of the project. */
  readonly known: ReadonlyMap<string, RedactionRow>
  /** Redactions of the document that are in force. */
  readonly inForce: number
  /** How what is added came to be; absent: by hand. */
  readonly originOf?: (key: string) => RedactionOrigin
}

/** `stale`: somebody has changed or removed what was seen otherwise; nothing is written. */
export type Decided = { readonly stale: readonly RedactionRow[] } | { readonly acts: readonly Act[] }

export function decide(asked: Asked): Decided {
  const { add, change, remove, restore } = asked.markup
  requireOnce(asked.markup)
  const added = add.map((one, at) => addedBy(asked, one, `markup.add[${at}]`))
  const own = (name: string, all: readonly { readonly key: string }[]) =>
    all.map(({ key }, at) => ownRow(asked, key, `markup.${name}[${at}].key`))
  const [changing, removing, restoring] = [
    own('change', change),
    own('remove', remove),
    own('restore', restore),
  ]
  const stale = [...change, ...remove].flatMap(({ version }, at) => {
    const row = [...changing, ...removing][at]
    return row !== undefined && (row.removed_at !== null || row.version !== version) ? [row] : []
  })
  if (stale.length > 0) return { stale }
  const acts = [
    ...added,
    ...change.flatMap((one, at) => changedBy(asked, one, changing[at], `markup.change[${at}]`)),
    ...removing.map((row): Act => removedBy(row, asked.userId, asked.at)),
    ...restoring.filter(({ removed_at }) => removed_at !== null).map(restored),
  ]
  requireRoom(asked.inForce, acts)
  return { acts }
}

/** A redaction as it is once somebody has removed it. */
export const removedBy = (before: RedactionRow, userId: number, at: string): Act => ({
  done: 'removed',
  before,
  after: { ...before, version: before.version + 1, removed_by: userId, removed_at: at },
})

const restored = (before: RedactionRow): Act => ({
  done: 'restored',
  before,
  after: { ...before, version: before.version + 1, removed_by: null, removed_at: null },
})

function requireOnce({ add, change, remove, restore }: Markup): void {
  const keys = new Set<string>()
  for (const [name, all] of Object.entries({ add, change, remove, restore }))
    for (const [at, { key }] of all.entries()) {
      if (keys.has(key))
        throw refused(
          `markup.${name}[${at}].key`,
          'A redaction stands once in a gesture. Send the others apart.',
        )
      keys.add(key)
    }
}

function addedBy(asked: Asked, one: Markup['add'][number], field: string): Act {
  const { pages, known } = asked
  if (known.has(one.key))
    throw refused(`${field}.key`, 'There is a redaction with this key already. Add it with a key of its own.')
  const version = requirePage(pages, one.page, `${field}.page`)
  requireBoxes(one.kind, one.boxes, `${field}.boxes`)
  return {
    done: 'added',
    before: null,
    after: {
      ...{ project_id: asked.projectId, document_id: asked.documentId, key: one.key },
      ...{ sha256: pages.sha256, pages_version: version, page: one.page, kind: one.kind },
      ...{ boxes: JSON.stringify(one.boxes), label: storable(one.label), reason: storable(one.reason) },
      ...{
        origin: asked.originOf?.(one.key) ?? 'hand',
        gesture: asked.gesture,
        version: 1,
        by_user: asked.userId,
        at: asked.at,
      },
      ...{ removed_by: null, removed_at: null },
    },
  }
}

/** What stands already is nobody's news: no version, no row of the trail. */
function changedBy(
  { pages }: Asked,
  { boxes, label, reason, checked }: Markup['change'][number],
  before: RedactionRow | undefined,
  field: string,
): Act[] {
  if (before === undefined) return []
  if (boxes !== undefined) requireBoxes(before.kind, boxes, `${field}.boxes`)
  const drawn = {
    boxes: boxes === undefined ? before.boxes : JSON.stringify(boxes),
    label: label === undefined ? before.label : storable(label),
    reason: reason === undefined ? before.reason : storable(reason),
  }
  const isChanged =
    drawn.boxes !== before.boxes || drawn.label !== before.label || drawn.reason !== before.reason
  const isChecked = checked === true && isToCheck(before, pages)
  if (!isChanged && !isChecked) return []
  const on = isChecked
    ? { sha256: pages.sha256, pages_version: requirePage(pages, before.page, `${field}.checked`) }
    : {}
  return [
    {
      done: isChanged ? 'changed' : 'checked',
      before,
      after: { ...before, ...drawn, ...on, version: before.version + 1 },
    },
  ]
}

/** The redaction of this document with a key; refused where it is somebody else's and the caller may not change those. */
function ownRow({ known, documentId, userId, ofOthers }: Asked, key: string, field: string): RedactionRow {
  const row = known.get(key)
  if (row === undefined || row.document_id !== documentId) throw notFound('redaction')
  if (row.by_user !== userId && !ofOthers)
    throw new ApiError(
      'permission.denied',
      'Somebody else has drawn this redaction, and you may change only your own. Ask them, or a review manager.',
      { detail: field },
    )
  return row
}

/** The version of the pages, where the document has such a page and it can be drawn. */
function requirePage({ version, count, faulty, reason }: PagesNow, page: number, field: string): number {
  if (version === null || count === 0)
    throw refused(
      field,
      `This document has no pages that can be drawn, so none can be redacted: it can only be withheld.${reason === null ? '' : ` ${reason}`}`,
    )
  if (page > count)
    throw refused(
      field,
      `The document has no page ${page}: it has ${count === 1 ? 'one page' : `${count} pages`}.`,
    )
  if (faulty.has(page))
    throw refused(
      field,
      `Page ${page} cannot be drawn, so it cannot be redacted: the document can only be withheld.`,
    )
  return version
}

function requireBoxes(kind: RedactionKind | string, boxes: readonly number[], field: string): void {
  if (kind === 'page' && boxes.length > 0)
    throw refused(field, 'A redaction of the whole page has no boxes. Leave them out, or draw a box.')
  if (kind !== 'page' && boxes.length === 0)
    throw refused(field, 'This redaction has no box. Draw at least one, or redact the whole page.')
}

function requireRoom(inForce: number, acts: readonly Act[]): void {
  const count = (...what: Act['done'][]) => acts.filter(({ done }) => what.includes(done)).length
  const more = count('added', 'restored')
  if (more > 0 && inForce + more - count('removed') > redactionLimits.document)
    throw new ApiError(
      'conflict',
      `A document has at most ${redactionLimits.document} redactions. Redact whole pages in place of many boxes.`,
      { detail: 'markup' },
    )
}

const refused = (field: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail: field })
