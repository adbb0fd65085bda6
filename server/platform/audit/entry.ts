/** What a row of an audit chain says, and the values that stand beside its text. */
import type { UndoMark } from '#contracts/coding.ts'

export type Chain = `project:${number}` | `company:${number}` | 'system'

export interface AuditEntry {
  readonly at: Date
  readonly user: { readonly userId: number; readonly name: string; readonly role: string } | null
  /** `area.pastTense`, for example `coding.saved`. */
  readonly action: string
  readonly projectId?: number
  readonly documentId?: number
  readonly fieldId?: number
  /** The field's name at the time. */
  readonly field?: string
  readonly oldValue?: unknown
  readonly newValue?: unknown
  readonly how?: 'manual' | 'undo' | 'redo' | 'propagation' | 'bulk' | 'import' | 'api' | 'rollback'
  readonly commandId?: string
  readonly correlationId?: string
  readonly undo?: UndoMark
  readonly jobId?: number
  /** `key:` and the id of a key for other applications, where a program did it. */
  readonly sessionId?: string
  /** Of that key: written by `appendAudit`. */
  readonly apiKeyId?: number
  /** Personal data: kept as an erasable value. */
  readonly ip?: string
  /** Free facts of the action: ids, counts, never document text. */
  readonly facts?: Record<string, unknown>
  /** Values that may have to be erased by law: salted commitments go into the text, values beside it. */
  readonly erasable?: Record<string, unknown>
}

/**
 * Records that values were erased: `facts.erased` is a list of `{ seq, names }`, rows of the same chain with the names of
 * their values. A value that is gone without such a row does not hold.
 */
export const erasureAction = 'audit.valuesErased'

/** A value beside the chain with the salt of its commitment; erased where the law asks for it. */
export interface Erasable {
  readonly value: unknown
  readonly salt: string
}

/** The erasable values of a row; null where the column does not hold any. */
export function parseErasable(column: string): Record<string, Erasable> | null {
  try {
    const parsed: unknown = JSON.parse(column)
    if (typeof parsed !== 'object' || parsed === null) return null
    const entries: [string, Erasable][] = []
    for (const [name, kept] of Object.entries(parsed)) {
      if (typeof kept !== 'object' || kept === null || !('salt' in kept) || typeof kept.salt !== 'string')
        return null
      entries.push([name, { value: 'value' in kept ? kept.value : undefined, salt: kept.salt }])
    }
    return Object.fromEntries(entries)
  } catch {
    return null
  }
}
