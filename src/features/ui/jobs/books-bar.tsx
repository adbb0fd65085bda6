/**
 * The books of an import as one bar: what became of every item that went in, each part as long as its number; and what of
 * the source is not read, where it has not come to its end.
 */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { hasEnded, type JobState, type Reconciliation } from '#contracts/jobs.ts'
import { counted, number } from '../format.ts'
import type { BarTone } from '../progress-bar.tsx'
import { amount } from './verdict.tsx'

/** Words that are the same of one and of many. */
const alike = (word: string) => ({ one: word, many: word })

const parts: readonly {
  readonly key: Exclude<keyof Reconciliation, 'itemsIn' | 'notRead'>
  readonly one: string
  readonly many: string
  readonly tone: BarTone | 'faint'
}[] = [
  { key: 'promoted', one: 'document', many: 'documents', tone: 'accent' },
  { key: 'waiting', ...alike('waiting'), tone: 'infoBar' },
  { key: 'duplicates', one: 'duplicate', many: 'duplicates', tone: 'control' },
  { key: 'containers', one: 'container', many: 'containers', tone: 'okBar' },
  { key: 'exceptions', ...alike('failed'), tone: 'attentionBar' },
  { key: 'inlineImages', one: 'inline image', many: 'inline images', tone: 'faint' },
  { key: 'filtered', ...alike('filtered out'), tone: 'faint' },
  { key: 'deNisted', ...alike('de-NISTed'), tone: 'faint' },
  { key: 'unexplained', ...alike('not accounted for'), tone: 'dangerBar' },
]

export function BooksBar({
  books,
  state,
}: {
  readonly books: Reconciliation
  /** Before its end, what is not accounted for is what is being worked on. */
  readonly state: JobState
}): ReactElement {
  const shown = parts
    .filter(({ key }) => books[key] > 0)
    .map((part) =>
      part.key === 'unexplained' && !hasEnded(state)
        ? { ...part, ...alike('being worked on'), tone: 'control' as const }
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
        {shown.map(({ key, one, many, tone }) => (
          <chakra.span key={key} display="inline-flex" alignItems="center" gap="1">
            <chakra.span aria-hidden width="8px" height="8px" borderRadius="sm" background={tone} />
            {counted(books[key], one, many)}
          </chakra.span>
        ))}
        {!hasEnded(state) && books.notRead.files > 0 && (
          <chakra.span color="attentionInk">{amount(books.notRead)} not read to the end</chakra.span>
        )}
      </chakra.p>
    </chakra.div>
  )
}
