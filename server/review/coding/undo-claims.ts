/**
 * What a change says of itself: that it takes earlier changes back (undo), or puts them forth again (redo). The record
 * keeps of that only what it can prove: the earlier changes are the caller's own, of this document and this field or
 * category of tags, and what is written is what stood before them. All else is a change like any other.
 */
import type { CodedValue, UndoMark } from '#contracts/coding.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import { ApiError } from '../../platform/http/error.ts'
import { checkedOnly } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import { toldValue } from '../coding-history/changes.ts'

/** How a row came to be, and the mark that it carries. */
export type Claim = Pick<AuditEntry, 'how'> & { readonly undo: UndoMark }

/** Changes of the caller's that a change names as the ones which it takes back, oldest first. */
interface Target {
  readonly commandId: string
  readonly fieldId: number | null
  readonly tagCategoryId: number | null
  readonly how: string
  /** Undefined where what was typed has been erased. */
  readonly oldValue: CodedValue | undefined
  readonly newValue: CodedValue | undefined
  readonly on: readonly number[]
  readonly off: readonly number[]
}

interface Asked {
  readonly projectId: number
  readonly userId: number
  readonly commandId: string
  readonly documentId: number
  readonly undo: UndoMark
}

/** What a change of one document may claim of each field or category of tags that it writes. */
export interface Claims {
  /** `same`: compares as the field is called now. */
  field(fieldId: number, value: CodedValue, same: (one: CodedValue, other: CodedValue) => boolean): Claim
  tags(
    tagCategoryId: number,
    asked: { readonly add: readonly number[]; readonly remove: readonly number[] },
  ): Claim
}

/** A change that takes nothing back. What was claimed in vain is named for itself: nothing else can pass for it. */
export const plainClaim = ({ undo, commandId }: Pick<Asked, 'undo' | 'commandId'>): Claim => ({
  how: 'manual',
  undo:
    undo.kind === 'undo' || undo.kind === 'redo'
      ? { kind: 'do', group: commandId, targets: [] }
      : { ...undo, targets: [] },
})

/** Looks for what a change says that it takes back; refuses a change that names somebody else's. */
export async function claimsOf(trx: Writer, asked: Asked): Promise<Claims> {
  const { undo } = asked
  const { kind } = undo
  const plain = plainClaim(asked)
  if (kind !== 'undo' && kind !== 'redo') return { field: () => plain, tags: () => plain }
  const targets = await targetsOf(trx, asked)
  const proven = (own: readonly Target[]): Claim => ({
    how: kind,
    undo: { ...undo, targets: [...new Set(own.map((one) => one.commandId))] },
  })
  return {
    field: (fieldId, value, same) => {
      const own = targets.filter((one) => one.fieldId === fieldId)
      const [first] = own
      if (first === undefined) return plain
      // A redo names what was done first, or the undo of it.
      const done = kind === 'redo' ? own.findLast(({ how }) => how !== 'undo') : undefined
      const stood = done === undefined ? first.oldValue : done.newValue
      // What was typed and has been erased since cannot be compared any more.
      return stood === undefined || same(stood, value) ? proven(own) : plain
    },
    tags: (tagCategoryId, { add, remove }) => {
      const own = targets.filter((one) => one.tagCategoryId === tagCategoryId)
      if (own.length === 0) return plain
      // A redo names what was done first, or the undo of it.
      const forth = own.filter((one) => kind === 'redo' && one.how !== 'undo')
      const back = own.filter((one) => !forth.includes(one))
      const on = [...back.flatMap((one) => one.off), ...forth.flatMap((one) => one.on)]
      const off = [...back.flatMap((one) => one.on), ...forth.flatMap((one) => one.off)]
      const fits = add.every((tagId) => on.includes(tagId)) && remove.every((tagId) => off.includes(tagId))
      return fits ? proven(own) : plain
    },
  }
}

/** The text of a row, as far as it is looked at. It was written by this program. */
interface Said {
  readonly how?: string
  readonly oldValue?: unknown
  readonly newValue?: unknown
  readonly erasable?: Readonly<Record<string, string>>
  readonly facts?: {
    readonly tagCategoryId?: number
    readonly on?: readonly number[]
    readonly off?: readonly number[]
  }
}

async function targetsOf(trx: Writer, { projectId, userId, documentId, undo }: Asked): Promise<Target[]> {
  if (undo.targets.length === 0) return []
  const rows = await trx
    .selectFrom('audit')
    .select(['user_id', 'field_id', 'command_id', 'text', 'erasable'])
    .where('document_id', '=', documentId)
    .where(checkedOnly('project_id'), '=', projectId)
    .where('command_id', 'in', undo.targets)
    .where('action', 'in', ['coding.saved', 'tags.changed'])
    .orderBy('audit_id')
    .execute()
  if (rows.some((row) => row.user_id !== userId))
    throw new ApiError(
      'request.invalid',
      'Only changes of your own can be undone or redone. Code the document instead.',
      { detail: 'undo.targets' },
    )
  return rows.map(({ field_id, command_id, text, erasable }): Target => {
    const said: Said = JSON.parse(text)
    const { tagCategoryId = null, on = [], off = [] } = said.facts ?? {}
    return {
      commandId: command_id ?? '',
      fieldId: field_id,
      tagCategoryId,
      how: said.how ?? 'manual',
      oldValue: toldValue(said, erasable, 'oldValue'),
      newValue: toldValue(said, erasable, 'newValue'),
      on,
      off,
    }
  })
}
