/** Rows of the trail behind spans: names as they were, and the values that people typed, which stand nowhere else. */

import * as z from 'zod/mini'
import type { PastValue } from '#contracts/reconstruct.ts'
import { slices } from '../../platform/records/dialect.ts'
import type { Reader } from '../../platform/records/records.ts'
import { besides, readValue } from '../coding-history/changes.ts'
import type { ChoiceNames } from '../coding-history/choice-names.ts'
import { heldBy } from '../coding-history/spans.ts'
import type { CodingSpanTable } from '../coding-history/tables.ts'

export interface TrailRow {
  readonly userName: string
  readonly roleName: string
  readonly field: string
  readonly commandId: string | null
  readonly old: PastValue
  readonly new: PastValue
}

const said = z.object({
  user: z.optional(z.nullable(z.object({ name: z.string(), role: z.string() }))),
  field: z.optional(z.string()),
  oldValue: z.optional(z.unknown()),
  newValue: z.optional(z.unknown()),
  erasable: z.optional(z.record(z.string(), z.string())),
})

/** Rows of the trail by their ids. */
export async function trailRows(
  read: Reader,
  auditIds: readonly number[],
): Promise<ReadonlyMap<number, TrailRow>> {
  const found = new Map<number, TrailRow>()
  for (const ids of slices([...new Set(auditIds)], 1)) {
    const rows = await read
      .selectFrom('audit')
      .select(['audit_id', 'command_id', 'text', 'erasable'])
      .where('audit_id', 'in', ids)
      .execute()
    for (const row of rows) {
      const text = said.parse(JSON.parse(row.text))
      const value = (name: 'oldValue' | 'newValue'): PastValue => {
        const beside = besides(text.erasable, row.erasable, name)
        if (beside === 'erased') return { value: null, erased: true }
        return { value: readValue(beside === null ? text[name] : beside.value), erased: false }
      }
      found.set(row.audit_id, {
        userName: text.user?.name ?? 'Affiant',
        roleName: text.user?.role ?? '',
        field: text.field ?? '',
        commandId: row.command_id,
        old: value('oldValue'),
        new: value('newValue'),
      })
    }
  }
  return found
}

export type Span = Pick<
  CodingSpanTable,
  'kind' | 'subject_id' | 'document_id' | 'from_seq' | 'value' | 'long_value' | 'coded' | 'audit_id'
>

export const nothing: PastValue = { value: null, erased: false }

/** Whether only the trail knows what a span holds. */
export const isBeside = (span: Span): boolean =>
  span.coded === 1 && span.value === null && span.long_value === null

/** The values of spans, with choices and tags as they were called at `seq`; their rows of the trail need not be read twice. */
export async function pastValues(
  read: Reader,
  names: ChoiceNames,
  spans: readonly Span[],
  seq: number,
  trail?: ReadonlyMap<number, TrailRow>,
): Promise<(span: Span) => PastValue> {
  const besideIds = spans.filter(isBeside).map(({ audit_id }) => audit_id)
  const typed = trail ?? (await trailRows(read, besideIds))
  return (span) => {
    if (isBeside(span)) return typed.get(span.audit_id)?.new ?? { value: null, erased: true }
    const value = heldBy(span)
    return { value: names.calledAt(span, value, span.from_seq, seq), erased: false }
  }
}
