/** The frame of every chart: its title, what is pointed at, the picture or its table, and its figures as a file. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { Failure } from '#src/stores/answers.ts'
import { IconButton } from '../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { csvOf, saveCsv } from './csv.ts'

export interface ChartTable {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** How the question for its figures stands. */
export interface ChartState {
  /** There are none yet. */
  readonly waits: boolean
  readonly failure: Failure | null
  readonly onRetry?: () => void
}

export interface CardProps {
  readonly title: string
  /** Of twelve columns. */
  readonly span?: number
  readonly state: ChartState
  /** What is pointed at, or else what should be known of all. */
  readonly said: string
  /** What the file holds. */
  readonly file: ChartTable
  readonly picture: ReactElement
  readonly table: ReactElement
  /** Below the picture and its table. */
  readonly foot?: ReactNode
  readonly height: number
}

export function ChartCard(props: CardProps): ReactElement {
  const { title, span = 12, file, said } = props
  const [asTable, setAsTable] = useState(false)
  const isEmpty = file.rows.length === 0
  return (
    <chakra.section
      aria-label={title}
      gridColumn={{ base: 'span 12', md: span > 6 ? 'span 12' : 'span 6', lg: `span ${span}` }}
      minWidth="0"
      display="flex"
      flexDirection="column"
      background="surface"
      borderWidth="1px"
      borderColor="line"
      borderRadius="lg"
      overflow="hidden"
    >
      <chakra.div display="flex" alignItems="center" minHeight="40px" pl="4" pr="1" gap="2">
        <chakra.h2 fontSize="sm" flexShrink={0}>
          {title}
        </chakra.h2>
        <chakra.p flex="1" minWidth="0" truncate fontSize="xs" color="muted" title={said}>
          {said}
        </chakra.p>
        <IconButton
          icon="log"
          label={`${title} as a table`}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
        <IconButton
          icon="download"
          label={`${title} as CSV`}
          disabled={isEmpty}
          onClick={() => saveCsv(title, csvOf(file.head, file.rows))}
        />
      </chakra.div>
      <chakra.div px="4" pb="3" flex="1" style={{ minHeight: props.height }}>
        <Body {...props} asTable={asTable} isEmpty={isEmpty} />
        {props.foot}
      </chakra.div>
    </chakra.section>
  )
}

function Body({
  state,
  title,
  picture,
  table,
  asTable,
  isEmpty,
}: CardProps & { readonly asTable: boolean; readonly isEmpty: boolean }): ReactElement {
  if (state.failure !== null)
    return (
      <ErrorState
        title={`${title} could not be loaded`}
        message={state.failure.message}
        onRetry={state.onRetry}
      />
    )
  if (state.waits) return <Skeleton rows={4} />
  if (isEmpty) return <EmptyState icon="eda" title="Nothing to show" />
  return asTable ? (
    <chakra.div
      overflow="auto"
      mx="-4"
      maxHeight="420px"
      tabIndex={0}
      role="region"
      aria-label={`Table: ${title}`}
      _focusVisible={{ outlineOffset: '-2px' }}
    >
      {table}
    </chakra.div>
  ) : (
    picture
  )
}
