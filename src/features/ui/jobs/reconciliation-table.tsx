/** The books of an import: every item that went in is accounted for, or it is said how many are not. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { Reconciliation } from '#contracts/jobs.ts'
import { counted, number } from '../format.ts'
import { Icon } from '../icon.tsx'

const parts: readonly {
  readonly key: keyof Reconciliation
  readonly one?: string
  readonly label: string
}[] = [
  { key: 'promoted', one: 'document', label: 'documents' },
  { key: 'waiting', label: 'waiting' },
  { key: 'duplicates', one: 'duplicate', label: 'duplicates' },
  { key: 'containers', one: 'container', label: 'containers' },
  { key: 'exceptions', label: 'failed' },
  { key: 'inlineImages', one: 'inline image', label: 'inline images' },
  { key: 'filtered', label: 'filtered out' },
  { key: 'deNisted', label: 'de-NISTed' },
]

export function ReconciliationTable({
  books,
  settled,
}: {
  readonly books: Reconciliation
  readonly settled: boolean
}): ReactElement {
  const balanced = books.unexplained === 0
  return (
    <div>
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="baseline"
        rowGap="3"
        columnGap="3"
        px="4"
        py="4"
        aria-label="Reconciliation equation"
        role="group"
      >
        <Figure value={books.itemsIn} label={books.itemsIn === 1 ? 'item in' : 'items in'} strong />
        <Sign>=</Sign>
        {parts.map(({ key, one = '', label }, at) => (
          <chakra.span key={key} display="inline-flex" alignItems="baseline" gap="3">
            {at > 0 && <Sign>+</Sign>}
            <Figure value={books[key]} label={books[key] === 1 && one !== '' ? one : label} />
          </chakra.span>
        ))}
        {!balanced && (
          <>
            <Sign>+</Sign>
            <Figure value={books.unexplained} label="not accounted for" danger={settled} />
          </>
        )}
      </chakra.div>
      <chakra.div
        role="status"
        display="flex"
        alignItems="center"
        gap="2"
        px="4"
        py="2"
        background={balanced ? 'okGround' : settled ? 'dangerGround' : 'sunken'}
        color={balanced ? 'okInk' : settled ? 'dangerInk' : 'muted'}
      >
        <Icon name={balanced ? 'ok' : settled ? 'error' : 'jobs'} />
        {balanced
          ? settled
            ? 'Balanced: every item is accounted for.'
            : 'Balanced so far.'
          : settled
            ? `${counted(books.unexplained, 'item')} not accounted for. Retry the job, and tell support if it stays so.`
            : `${counted(books.unexplained, 'item')} still being worked on.`}
      </chakra.div>
    </div>
  )
}

function Figure({
  value,
  label,
  strong = false,
  danger = false,
}: {
  readonly value: number
  readonly label: string
  readonly strong?: boolean
  readonly danger?: boolean
}): ReactElement {
  return (
    <chakra.span
      display="inline-flex"
      flexDirection="column"
      color={danger ? 'dangerInk' : value === 0 && !strong ? 'faint' : 'ink'}
    >
      <chakra.span fontSize="lg" fontWeight={strong ? 600 : 400} lineHeight="20px">
        {number(value)}
      </chakra.span>
      <chakra.span fontSize="xs" color={danger ? 'dangerInk' : 'faint'}>
        {label}
      </chakra.span>
    </chakra.span>
  )
}

function Sign({ children }: { readonly children: string }): ReactElement {
  return (
    <chakra.span fontSize="lg" color="faint">
      {children}
    </chakra.span>
  )
}
