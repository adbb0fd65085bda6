/** Two texts side by side, with the words that only one of them has. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { Fragment, type ReactElement, useEffect, useMemo, useRef } from 'react'
import type { Related } from '#contracts/analysis.ts'
import { closeComparison, compare } from '../../commands/analysis.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { comparedKey } from '../../stores/analysis.ts'
import { failures } from '../../stores/answers.ts'
import { documentCache } from '../../stores/review.ts'
import { useCached } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Difference, differenceOf, type Run } from './word-diff.ts'

export function Comparison({
  documentId,
  otherId,
  related,
}: {
  readonly documentId: number
  readonly otherId: number
  readonly related: Related | null
}): ReactElement {
  const run = useUnit(dispatch)
  const own = useCached(documentCache, String(documentId))
  const other = useCached(documentCache, String(otherId))
  const failure = useCached(failures, comparedKey(otherId))
  const found = useMemo(
    () => (own === null || other === null ? undefined : differenceOf(own.text ?? '', other.text ?? '')),
    [own, other],
  )
  const alike = related === null ? null : similarityOf(related, documentId, otherId)
  const around = useRef<HTMLDivElement>(null)
  useEffect(() => around.current?.focus(), [])
  return (
    <chakra.div
      ref={around}
      height="full"
      display="flex"
      flexDirection="column"
      background="surface"
      role="region"
      aria-label="Comparison"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        run(closeComparison({}))
      }}
    >
      <chakra.div
        display="flex"
        alignItems="center"
        gap="3"
        px="5"
        py="1"
        fontSize="xs"
        color="muted"
        borderBottomWidth="1px"
        borderColor="line"
        flexShrink={0}
      >
        <span role="status">{said(found)}</span>
        {alike !== null && <span>{alike} % in common</span>}
        <chakra.span flex="1" />
        <Button size="sm" icon="close" title="Close (Esc)" onClick={() => run(closeComparison({}))}>
          Close the comparison
        </Button>
      </chakra.div>
      {own !== null && other !== null && (
        <chakra.div
          display="grid"
          gridTemplateColumns="1fr 1fr"
          borderBottomWidth="1px"
          borderColor="line"
          flexShrink={0}
          css={{ '& > *': { paddingInline: '20px', paddingBlock: '4px' } }}
        >
          <Name title={own.title} controlNumber={own.controlNumber} />
          <Name title={other.title} controlNumber={other.controlNumber} />
        </chakra.div>
      )}
      {found === undefined ? (
        failure === null ? (
          <Skeleton rows={8} />
        ) : (
          <ErrorState
            title="The other document could not be loaded"
            message={failure.message}
            onRetry={() => run(compare({ documentId, otherId }))}
          />
        )
      ) : found === null ? (
        <EmptyState icon="compare" title="Too different to be compared word by word">
          Open the other document to read it.
        </EmptyState>
      ) : (
        <Rows found={found} />
      )}
    </chakra.div>
  )
}

function said(found: Difference | null | undefined): string {
  if (found === undefined) return 'Comparing …'
  if (found === null) return 'Not compared'
  const places =
    found.places === 0
      ? 'The words are the same'
      : found.places === 1
        ? 'They differ in one place'
        : `They differ in ${counted(found.places, 'place')}`
  return found.cut ? `${places}; only their beginnings were compared` : places
}

/** Known of two of which one is the principal: others were not compared with each other. */
function similarityOf(related: Related, documentId: number, otherId: number): number | null {
  const both = related.nearDuplicates.data.filter(
    (one) => one.documentId === documentId || one.documentId === otherId,
  )
  return both.some(({ principal }) => principal)
    ? (both.find(({ principal }) => !principal)?.similarity ?? null)
    : null
}

const Name = ({
  title,
  controlNumber,
}: {
  readonly title: string
  readonly controlNumber: string
}): ReactElement => (
  <chakra.p fontSize="sm" truncate title={marked(title)}>
    <chakra.span fontFamily="mono" fontSize="xs" color="faint" pr="2">
      {controlNumber}
    </chakra.span>
    <Foreign text={title === '' ? '(no name)' : title} />
  </chakra.p>
)

/** What is far out of view is not laid out. */
const rowStyles = {
  '& .row': {
    display: 'grid',
    gridTemplateColumns: '1fr 1fr',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 20px',
  },
  '& .row > *': {
    paddingInline: '20px',
    paddingBlock: '1px',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    minWidth: '0',
  },
  '& .row > * + *': { borderInlineStartWidth: '1px', borderColor: 'line' },
  '& mark': {
    background: 'attentionGround',
    color: 'attentionInk',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
  },
} as const

const Rows = ({ found }: { readonly found: Difference }): ReactElement => (
  <chakra.div flex="1" minHeight="0" overflow="auto" py="2" fontSize="sm" tabIndex={0} css={rowStyles}>
    {found.rows.map(({ left, right }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
      <div className="row" key={at}>
        <Side runs={left} />
        <Side runs={right} />
      </div>
    ))}
  </chakra.div>
)

const Side = ({ runs }: { readonly runs: readonly Run[] }): ReactElement => (
  <p>
    {runs.map(({ text, own }, at) =>
      own ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other name
        <Fragment key={at}>
          {/^\s*/.exec(text)?.[0]}
          <mark>{text.trimStart()}</mark>
        </Fragment>
      ) : (
        text
      ),
    )}
  </p>
)
