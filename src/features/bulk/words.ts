/** How bulk changes are spoken of. */
import type { BulkReceipt, BulkRow, LeftReason } from '#contracts/bulk.ts'
import { reverseBulk } from '#src/commands/bulk.ts'
import type { CommandInput } from '#src/commands/define.ts'

export const leftWords: Readonly<Record<LeftReason, string>> = {
  changed: 'Changed since by somebody',
  readOnly: 'The field is read-only',
  refused: 'The choice or tag is gone, or another document has the id',
  gone: 'The document is not there',
  direct: 'Somebody has coded the document directly',
  held: 'Somebody else holds the document in a batch',
  privilege: 'A privilege would be lowered',
}

export const leftCount = ({ left }: BulkReceipt): number =>
  Object.values(left).reduce((sum, one) => sum + one, 0)

export const reasonOf = ({ outcome }: BulkRow): string => (outcome === 'written' ? '' : leftWords[outcome])

/** What can be done to it now: the opposite of what was done last. */
export const reversalOf = ({ kind, jobId, title, writtenDocuments: count }: BulkReceipt): CommandInput =>
  reverseBulk({ kind: kind === 'undo' ? 'redo' : 'undo', of: { jobId, title, count } })

export const reversalName = ({ kind }: BulkReceipt): 'Undo' | 'Redo' => (kind === 'undo' ? 'Redo' : 'Undo')
