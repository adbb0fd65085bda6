/** What an entry changed: the states before and after it, projection by projection. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useEffect, useState } from 'react'
import type { LogKind } from '../../events/envelope.ts'
import type { LogSource, StatesByName, TimelineDoor } from '../../stores/timeline.ts'
import { counted } from '../ui/format.ts'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Folding, type FoldingState, useFolding } from './folding.tsx'
import { type Change, type Difference, differenceOf, written } from './state-diff.ts'

interface Seqs {
  readonly first: number
  readonly last: number
}

type Found =
  | { readonly names: readonly (readonly [string, Difference])[]; readonly same: number }
  | 'failed'
  | null

export function StatePane({
  door,
  source,
  log,
  seqs,
}: {
  readonly door: TimelineDoor
  readonly source: LogSource
  readonly log: LogKind
  readonly seqs: Seqs
}): ReactElement {
  const [again, setAgain] = useState(0)
  const [found, folding] = useDifference(door, source, log, seqs, again)
  if (found === null)
    return folding === null ? <Skeleton rows={4} /> : <Folding {...folding} what="Folding the states" />
  if (found === 'failed')
    return (
      <ErrorState
        title="The states could not be folded"
        message="The log could not be read, or holds something that this program does not understand."
        onRetry={() => setAgain(again + 1)}
      />
    )
  return (
    <>
      {found.names.length === 0 && <chakra.p color="faint">It changed no state.</chakra.p>}
      {found.names.map(([name, { changes, more }]) => (
        <chakra.section key={name} mb="3">
          <chakra.h3 fontSize="sm" mb="1">
            {name}
          </chakra.h3>
          <chakra.ul listStyleType="none" p="0" m="0">
            {changes.map((change) => (
              <ChangeRow key={change.path} {...change} />
            ))}
          </chakra.ul>
          {more > 0 && <chakra.p color="faint">and {counted(more, 'more change')}</chakra.p>}
        </chakra.section>
      ))}
      <chakra.p color="faint" fontSize="xs">
        {counted(found.same, 'other state')} of this log {found.same === 1 ? 'is' : 'are'} the same before and
        after.
      </chakra.p>
    </>
  )
}

/** Longer values are folded away. */
const short = 80

function ChangeRow({ path, before, after }: Change): ReactElement {
  return (
    <chakra.li fontSize="xs" fontFamily="mono" py="1" borderTopWidth="1px" borderColor="line">
      <chakra.div color="muted" overflowWrap="anywhere">
        {path === '' ? 'all of it' : path}
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns="fit-content(45%) auto 1fr" gap="2">
        <Value of={before} />
        <span aria-hidden>→</span>
        <Value of={after} />
      </chakra.div>
    </chakra.li>
  )
}

function Value({ of }: { readonly of: unknown }): ReactElement {
  const text = written(of)
  const brief = text.replace(/\s+/g, ' ')
  return brief.length <= short ? (
    <chakra.span overflowWrap="anywhere">{brief}</chakra.span>
  ) : (
    <chakra.details minWidth="0">
      <chakra.summary overflowWrap="anywhere" cursor="pointer">
        {brief.slice(0, short)}…
      </chakra.summary>
      <chakra.pre whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </chakra.pre>
    </chakra.details>
  )
}

function useDifference(
  door: TimelineDoor,
  source: LogSource,
  log: LogKind,
  { first, last }: Seqs,
  again: number,
): [Found, FoldingState | null] {
  const [found, setFound] = useState<Found>(null)
  const [folding, watch] = useFolding()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again is asked anew
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    setFound(null)
    // Somebody who goes through the rows with a key held down asks for none of them.
    const wait = setTimeout(() => {
      door
        .tools()
        .then((tools) => tools.around(source, { log, first, last }, watch(signal)))
        .then(
          ({ before, after }) => {
            if (!signal.aborted) setFound(compared(before, after))
          },
          () => {
            if (!signal.aborted) setFound('failed')
          },
        )
    }, 80)
    return () => {
      clearTimeout(wait)
      leaving.abort()
    }
  }, [door, source, log, first, last, again])
  return [found, folding]
}

function compared(before: StatesByName, after: StatesByName): Found {
  const all = [...after].map(([name, state]) => [name, differenceOf(before.get(name), state)] as const)
  const names = all.filter(([, { changes }]) => changes.length > 0)
  return { names, same: all.length - names.length }
}
