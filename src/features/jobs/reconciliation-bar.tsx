/**
 * The reconciliation of an import as one bar: what became of every item that went in, each part as long as its number; and what of
 * the source is not read, where it has not come to its end.
 */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { hasEnded, type JobState, type Reconciliation } from '#contracts/jobs.ts'
import { counted, number } from '../ui/format.ts'
import { openTone, partTones } from './part-tones.ts'
import { amissWord, amount } from './verdict.tsx'

/** Words that are the same of one and of many. */
const alike = (word: string) => ({ one: word, many: word })

const parts: readonly {
  readonly key: keyof typeof partTones
  readonly one: string
  readonly many: string
}[] = [
  { key: 'promoted', one: 'document', many: 'documents' },
  { key: 'waiting', ...alike('waiting') },
  { key: 'duplicates', one: 'duplicate', many: 'duplicates' },
  { key: 'containers', one: 'container', many: 'containers' },
  { key: 'exceptions', ...alike('failed') },
  { key: 'inlineImages', one: 'inline image', many: 'inline images' },
  { key: 'filtered', ...alike('filtered out') },
  { key: 'deNisted', ...alike('de-NISTed') },
]

export function ReconciliationBar({
  reconciliation,
  state,
}: {
  readonly reconciliation: Reconciliation
  readonly state: JobState
}): ReactElement {
  // Before its end, what is not accounted for is what is being worked on; nothing is by then accounted for twice.
  const isOpen = reconciliation.unexplained > 0 && !hasEnded(state)
  const rest = isOpen ? 'being worked on' : amissWord(reconciliation.unexplained)
  const shown = [...parts, { key: 'unexplained' as const, ...alike(rest) }]
    .map((part) => ({
      ...part,
      items: Math.abs(reconciliation[part.key]),
      tone: part.key === 'unexplained' && isOpen ? openTone : partTones[part.key],
    }))
    .filter(({ items }) => items > 0)
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
        {shown.map(({ key, items, tone }) => (
          <chakra.div key={key} background={tone} minWidth="3px" style={{ flexGrow: items, flexBasis: 0 }} />
        ))}
      </chakra.div>
      <chakra.p fontSize="xs" color="muted" display="flex" flexWrap="wrap" columnGap="3">
        <span>
          <chakra.span color="ink" fontWeight={600}>
            {number(reconciliation.itemsIn)}
          </chakra.span>{' '}
          in
        </span>
        {shown.map(({ key, items, one, many, tone }) => (
          <chakra.span key={key} display="inline-flex" alignItems="center" gap="1">
            <chakra.span aria-hidden width="8px" height="8px" borderRadius="sm" background={tone} />
            {counted(items, one, many)}
          </chakra.span>
        ))}
        {!hasEnded(state) && reconciliation.notRead.files > 0 && (
          <chakra.span color="attentionInk">{amount(reconciliation.notRead)} not read to the end</chakra.span>
        )}
      </chakra.p>
    </chakra.div>
  )
}
