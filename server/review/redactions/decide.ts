/** What a gesture on pages comes to: where it may be, and what of it is news. */
import type { Insertable } from 'kysely'
import type { Markup, RedactionKind, RedactionOrigin } from '#contracts/redactions.ts'
import { storable } from '../../platform/records/dialect.ts'
import type { RedactionTable } from '../redaction-rows/tables.ts'
import { type ActOf, type AskedOf, type DecidedOf, decideGesture, refused } from './gestures.ts'
import type { PagesNow } from './pages-now.ts'
import { isToCheck, type RedactionRow } from './rows.ts'

export type NewRow = Insertable<RedactionTable>
export type Act = ActOf<RedactionRow, NewRow>

export interface Asked extends AskedOf<RedactionRow, Markup> {
  readonly pages: PagesNow
  /** How what is added came to be; absent: by hand. */
  readonly originOf?: (key: string) => RedactionOrigin
}

export const decide = (asked: Asked): DecidedOf<RedactionRow, NewRow> =>
  decideGesture(asked, {
    added: (one: Markup['add'][number], field) => added(asked, one, field),
    changed: (one: Markup['change'][number], before, field) => changed(asked.pages, one, before, field),
    words: { made: 'drawn', fewer: 'Redact whole pages in place of many boxes.' },
  })

function added(asked: Asked, one: Markup['add'][number], field: string): NewRow {
  const { pages } = asked
  const version = requirePage(pages, one.page, `${field}.page`)
  requireBoxes(one.kind, one.boxes, `${field}.boxes`)
  return {
    ...{ project_id: asked.projectId, document_id: asked.documentId, key: one.key },
    ...{ sha256: pages.sha256, pages_version: version, page: one.page, kind: one.kind },
    ...{ boxes: JSON.stringify(one.boxes), label: storable(one.label), reason: storable(one.reason) },
    ...{ origin: asked.originOf?.(one.key) ?? 'hand', gesture: asked.gesture, version: 1 },
    ...{ by_user: asked.userId, at: asked.at, changed_by: null, changed_at: null },
    ...{ removed_by: null, removed_at: null },
  }
}

function changed(
  pages: PagesNow,
  { boxes, label, reason, checked }: Markup['change'][number],
  before: RedactionRow,
  field: string,
): { done: 'changed' | 'checked'; to: Partial<RedactionRow> } | null {
  if (boxes !== undefined) requireBoxes(before.kind, boxes, `${field}.boxes`)
  const drawn = {
    boxes: boxes === undefined ? before.boxes : JSON.stringify(boxes),
    label: label === undefined ? before.label : storable(label),
    reason: reason === undefined ? before.reason : storable(reason),
  }
  const isChanged =
    drawn.boxes !== before.boxes || drawn.label !== before.label || drawn.reason !== before.reason
  const isChecked = checked === true && isToCheck(before, pages)
  if (!isChanged && !isChecked) return null
  const on = isChecked
    ? { sha256: pages.sha256, pages_version: requirePage(pages, before.page, `${field}.checked`) }
    : {}
  return { done: isChanged ? 'changed' : 'checked', to: { ...drawn, ...on } }
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
