/** The books of a job as one bar: what became of every item that went in, each part as long as its number. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Reconciliation } from '#contracts/jobs.ts'
import { number } from '../format.ts'
import type { BarTone } from '../progress-bar.tsx'

const parts: readonly {
  readonly key: Exclude<keyof Reconciliation, 'itemsIn'>
  readonly label: string
  readonly tone: BarTone | 'faint'
}[] = [
  { key: 'promoted', label: 'documents', tone: 'accent' },
  { key: 'waiting', label: 'waiting', tone: 'infoBar' },
  { key: 'duplicates', label: 'duplicates', tone: 'control' },
  { key: 'containers', label: 'containers', tone: 'okBar' },
  { key: 'exceptions', label: 'failed', tone: 'attentionBar' },
  { key: 'filtered', label: 'filtered', tone: 'faint' },
  { key: 'deNisted', label: 'de-NISTed', tone: 'faint' },
  { key: 'unexplained', label: 'not accounted for', tone: 'dangerBar' },
]

export function BooksBar({
  books,
  settled,
}: {
  readonly books: Reconciliation
  /** Until then, what is not accounted for is what is being worked on. */
  readonly settled: boolean
}): ReactElement {
  const shown = parts
    .filter(({ key }) => books[key] > 0)
    .map((part) =>
      part.key === 'unexplained' && !settled
        ? { ...part, label: 'being worked on', tone: 'control' as const }
        : part,
    )
  return (
    <chakra.div display="flex" flexDirection="column" gap="1.5" minWidth="0">
      <chakra.div
        aria-hidden
        display="flex"
        height="12px"
        borderRadius="sm"
        overflow="hidden"
        background="sunken"
        gap="1px"
      >
        {shown.map(({ key, tone }) => (
          <chakra.div
            key={key}
            background={tone}
            minWidth="3px"
            style={{ flexGrow: books[key], flexBasis: 0 }}
          />
        ))}
      </chakra.div>
      <chakra.p fontSize="xs" color="muted" display="flex" flexWrap="wrap" columnGap="3">
        <span>
          <chakra.span color="ink" fontWeight={600}>
            {number(books.itemsIn)}
          </chakra.span>{' '}
          in
        </span>
        {shown.map(({ key, label, tone }) => (
          <chakra.span key={key} display="inline-flex" alignItems="center" gap="1">
            <chakra.span aria-hidden width="8px" height="8px" borderRadius="sm" background={tone} />
            {number(books[key])} {label}
          </chakra.span>
        ))}
      </chakra.p>
    </chakra.div>
  )
}
