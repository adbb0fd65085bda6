/** The record as the time line draws it: all of it, and the period that is looked at. */
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { firstLook, type LookFilter, type PastMoment } from '#src/events/catalog/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { type Density, densities } from '#src/stores/reconstruct-cache.ts'
import { type Span, spanOf } from './scale.ts'
import { type Answered, useRecordAnswer } from './use-answer.ts'

/** Ms between two looks at whether something was added. */
const refresh = 15_000
/** Before the first answer nothing is drawn. */
const neverYet = '1970-01-01T00:00:00.000Z'
/** What was made so shortly before the last look may have company that was on its way. */
const unsettledFor = 5_000

export interface TimeLine {
  readonly whole: Answered<Density>
  readonly period: Answered<Density>
  readonly wholeSpan: Span
  /** What the track covers. */
  readonly span: Span
  /** By the server's clock, as of the last look. */
  readonly now: number
  /** Moves on with the record. */
  readonly asOf: string
  /** For questions about a moment: null where the answer can't change any more. */
  readonly asOfAt: (moment: PastMoment | null) => string | null
}

const withoutPeriod = (filter: LookFilter): LookFilter => ({ ...filter, from: null, to: null })

/** Nothing but the period narrows what is looked at. */
export const isOpen = ({
  userIds,
  fieldIds,
  tagCategoryIds,
  how,
  documentId,
  batchId,
}: LookFilter): boolean =>
  userIds.length + fieldIds.length + tagCategoryIds.length + how.length === 0 &&
  documentId === null &&
  batchId === null

/** The same period, and nothing else that narrows. */
export const opened = ({ from, to }: LookFilter): LookFilter => ({ ...firstLook.filter, from, to })

export function useTimeLine(): TimeLine {
  const { filter } = useUnit($look)
  const all = { about: 'density', filter: withoutPeriod(filter) } as const
  const whole = useRecordAnswer(densities, 'whole', all, '', refresh)
  const asOf = String(whole.value?.total ?? 0)
  const isWhole = filter.from === null && filter.to === null
  const part = useRecordAnswer(densities, 'period', isWhole ? null : { about: 'density', filter }, asOf)
  const now = Date.parse(whole.value?.last ?? neverYet)
  const first = Date.parse(whole.value?.first ?? neverYet)
  const from = filter.from === null ? first : Date.parse(filter.from)
  const to = filter.to === null ? now : Date.parse(filter.to)
  return {
    whole,
    period: isWhole ? whole : part,
    wholeSpan: useMemo(() => spanOf(first, now), [first, now]),
    span: useMemo(() => spanOf(from, to), [from, to]),
    now,
    asOf,
    asOfAt: (moment) => (moment !== null && Date.parse(moment.at) < now - unsettledFor ? null : asOf),
  }
}
