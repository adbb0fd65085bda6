/** Values of the past, and what became of them. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ActivityEvent, PastValue } from '#contracts/reconstruct.ts'
import { Badge, type Tone } from '../ui/badge.tsx'
import { exactTime } from '../ui/format.ts'
import { meansWords, nothingOf, shortTime, valueWords } from './words.ts'

const isNothing = ({ value, erased }: PastValue): boolean =>
  !erased && (value === null || value === '' || (Array.isArray(value) && value.length === 0))

export function Value({
  value,
  kind,
  struck = false,
  short = false,
}: {
  readonly value: PastValue
  readonly kind: 'field' | 'tags'
  readonly struck?: boolean
  /** In a table of mostly nothing, nothing is a dash. */
  readonly short?: boolean
}): ReactElement {
  const words = valueWords(value, nothingOf(kind))
  return (
    <chakra.span
      {...(short && { title: words })}
      color={value.erased || isNothing(value) ? 'faint' : struck ? 'muted' : 'ink'}
      fontStyle={value.erased ? 'italic' : 'normal'}
    >
      {short && isNothing(value) ? '–' : words}
    </chakra.span>
  )
}

/** `Yes → No`. */
export function Change({
  old,
  now,
  kind,
}: {
  readonly old: PastValue
  readonly now: PastValue
  readonly kind: 'field' | 'tags'
}): ReactElement {
  return (
    <span>
      <Value value={old} kind={kind} struck />
      <chakra.span color="faint" px="1.5" aria-hidden>
        →
      </chakra.span>
      <chakra.span srOnly> to </chakra.span>
      <Value value={now} kind={kind} />
    </span>
  )
}

export const changeWords = (old: PastValue, now: PastValue, kind: 'field' | 'tags'): string =>
  `${valueWords(old, nothingOf(kind))} → ${valueWords(now, nothingOf(kind))}`

const tones: Readonly<Record<ActivityEvent['how'], Tone>> = {
  manual: 'neutral',
  undo: 'attention',
  redo: 'attention',
  rollback: 'attention',
  propagation: 'info',
  bulk: 'info',
  import: 'info',
  api: 'info',
}

/** By which means. */
export const Means = ({ how }: { readonly how: ActivityEvent['how'] }): ReactElement => (
  <Badge tone={tones[how]}>{meansWords[how]}</Badge>
)

/** Short in a table, whole on hover. */
export const When = ({ at }: { readonly at: string }): ReactElement => (
  <time dateTime={at} title={exactTime(at)}>
    {shortTime(at)}
  </time>
)
