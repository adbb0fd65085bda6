/** How a log stands, in a word; and its counts in the order in which one looks at them. */
import type { ReactElement } from 'react'
import type { LogCounts } from '#contracts/reconcile.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { counted, duration, number } from '../ui/format.ts'

const stands = ({ missing, differs, acknowledged, matched }: LogCounts): readonly [Tone, string, string] => {
  if (missing > 0)
    return [
      'danger',
      `${number(missing)} missing`,
      'The server acknowledged them, and the record does not show them.',
    ]
  if (differs > 0)
    return ['danger', `${number(differs)} differ`, 'The log and the record say different things.']
  if (acknowledged > 0)
    return ['info', `${number(acknowledged)} to check`, 'Acknowledged, and not looked up on the record yet.']
  if (matched > 0)
    return ['ok', 'all found', 'Everything that was acknowledged is on the record as it was sent.']
  return ['neutral', 'nothing yet', 'Nothing was saved from this browser.']
}

export function Standing({ counts }: { readonly counts: LogCounts }): ReactElement {
  const [tone, word, meaning] = stands(counts)
  return (
    <Badge tone={tone} title={meaning}>
      {word}
    </Badge>
  )
}

/** What the record does not show as the log has it. */
export const oddIn = ({ missing, differs }: LogCounts): number => missing + differs

/** A clock that is off by more than a minute is worth a word: order does not depend on it, times on the screen do. */
export function clockSaid(offset: number | null): string | null {
  if (offset === null || Math.abs(offset) < 60_000) return null
  return `clock ${duration(Math.abs(offset) / 1000)} ${offset > 0 ? 'behind' : 'ahead'}`
}

export const unsavedSaid = ({ unsent, localOnly }: LogCounts): string | null => {
  const parts = [
    unsent > 0 ? `${number(unsent)} unsent` : null,
    localOnly > 0 ? `${counted(localOnly, 'document')} edited` : null,
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : parts.join(', ')
}
