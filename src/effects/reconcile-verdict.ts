/** An entry of this browser's log held against what the record has of its command. */
import type { CommandRow } from '#contracts/reconcile.ts'
import type { LogEntry } from '../stores/reconcile.ts'
import { createSha256 } from './sha256.ts'

/**
 * Whether the record has what it said it had written: all of the rows that it named, each saying what was acknowledged,
 * and no other of the document.
 */
export function verdictOf(
  { documentId, says, auditIds }: Pick<LogEntry, 'documentId' | 'says' | 'auditIds'>,
  rows: readonly CommandRow[],
): 'matched' | 'differs' | 'missing' {
  const own = rows.filter((row) => auditIds.includes(row.auditId))
  if (own.length < new Set(auditIds).size) return own.length === 0 ? 'missing' : 'differs'
  const others =
    documentId !== null &&
    rows.some((row) => row.documentId === documentId && !auditIds.includes(row.auditId))
  if (others) return 'differs'
  const known = says === null ? null : new Set(says.map(digestOf))
  const same = own.every(({ digests }) => known === null || (digests ?? []).every((one) => known.has(one)))
  return same ? 'matched' : 'differs'
}

function digestOf(text: string): string {
  const hash = createSha256()
  hash.update(new TextEncoder().encode(text))
  return hash.hex()
}
