/** Finds the reviewer to whom batches are to go, by name; beside each stands what they have in hand. */
import { type ReactElement, useCallback, useMemo } from 'react'
import type { Batch } from '#contracts/assignments.ts'
import { type Reviewer, reviewers } from '#src/reads/assignments.ts'
import { roleWords } from '../people/roles.ts'
import { useRead } from '../ui/answer.ts'
import { Finder, ranked } from '../ui/finder.tsx'
import { number } from '../ui/format.ts'
import { batches } from './words.ts'

export function ReviewerFinder({
  of,
  among,
  onChoose,
  onClose,
}: {
  readonly of: readonly Batch[]
  /** Who may have them; empty: all reviewers. */
  readonly among: readonly number[]
  readonly onChoose: (reviewer: Reviewer) => void
  readonly onClose: () => void
}): ReactElement {
  const { value, failure } = useRead(reviewers, {})
  // Who has nothing in hand comes first.
  const all = useMemo(
    () =>
      (value ?? [])
        .filter(({ userId }) => among.length === 0 || among.includes(userId))
        .sort((a, b) => a.open - b.open || a.name.localeCompare(b.name)),
    [value, among],
  )
  const find = useCallback(
    (text: string) => ranked(all, ({ name, role }) => `${name} ${roleWords(role)}`, text),
    [all],
  )
  return (
    <Finder
      label="Reviewers"
      ask="Find a reviewer"
      placeholder={`Who is to have ${of.length === 1 ? `batch ${of[0]?.number}` : batches(of.length)}?`}
      find={find}
      keyOf={keyOf}
      show={shown}
      awaited={value === null && failure === null}
      none={(text) =>
        value !== null
          ? text === ''
            ? 'Nobody may check out batches of this assignment.'
            : `No reviewer is called “${text}”.`
          : (failure?.message ?? 'Reviewers are being looked up.')
      }
      onChoose={onChoose}
      onClose={onClose}
    />
  )
}

const keyOf = ({ userId }: Reviewer): string => String(userId)

const shown = ({ name, role, open, completed }: Reviewer): ReactElement => (
  <>
    <span className="label">{name}</span>
    <span className="aside">{roleWords(role)}</span>
    <span className="aside note">
      {number(open)} open · {number(completed)} completed
    </span>
  </>
)
