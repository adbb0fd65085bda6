/** What could not be read wholly: where it was, why, and its bytes. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { pathOf } from '#contracts/call.ts'
import { type ExceptionRow, exceptionBytes } from '#contracts/collect.ts'
import { requestExceptions } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { exceptions, exceptionsKey } from '#src/stores/collect.ts'
import { useAnswer, useAsk } from './answer.ts'
import { Button } from './button.tsx'
import { fileSize, number } from './format.ts'
import { Icon } from './icon.tsx'
import { EmptyState, ErrorState, Skeleton } from './states.tsx'
import { type Column, Table } from './table.tsx'

/** What each code is called. */
export const exceptionNames: Readonly<Record<ExceptionRow['code'], string>> = {
  encrypted: 'Encrypted',
  corrupt: 'Damaged',
  zeroByte: 'Empty file',
  unsupportedType: 'Type not supported',
  unknownType: 'Type not known',
  containerPartial: 'Container read in part',
  textFailed: 'No text could be read',
  noTextYet: 'No text yet',
  textTruncated: 'Text cut short',
  timedOut: 'Took too long',
  tooLarge: 'Too large',
  tooDeep: 'Nested too deep',
  tooMany: 'Too many items',
  pathTooLong: 'Path too long',
  missing: 'Missing',
  dateOutOfRange: 'Date out of range',
}

export function ExceptionsTable({
  projectId,
  jobId,
  asOf,
}: {
  readonly projectId: number
  readonly jobId: number | null
  /** How far the work is: when it has moved on, they are asked for again. */
  readonly asOf: string | number
}): ReactElement {
  const run = useUnit(dispatch)
  // Who reads on past the first page is not thrown back to it.
  const [readsOn, setReadsOn] = useState(false)
  const ask = requestExceptions({ projectId, jobId, after: null })
  useAsk(readsOn ? null : ask, asOf)
  const { value, failure } = useAnswer(exceptions, exceptionsKey(projectId, jobId))
  if (value === null) {
    return failure === null ? (
      <Skeleton rows={4} />
    ) : (
      <ErrorState title="Exceptions could not be loaded" message={failure.message} onRetry={() => run(ask)} />
    )
  }
  if (value.rows.length === 0) {
    return (
      <EmptyState icon="ok" title="No exceptions">
        Everything that was read so far could be read wholly.
      </EmptyState>
    )
  }
  const last = value.rows.at(-1)
  return (
    <>
      <Table
        label="Exceptions"
        rows={value.rows}
        columns={columnsFor(projectId)}
        keyOf={(row) => row.exceptionId}
      />
      {value.rows.length < value.totalCount && last !== undefined && (
        <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="3" color="muted">
          {number(value.rows.length)} of {number(value.totalCount)}
          <Button
            size="sm"
            onClick={() => {
              setReadsOn(true)
              run(requestExceptions({ projectId, jobId, after: last.exceptionId }))
            }}
          >
            Show more
          </Button>
        </chakra.div>
      )}
    </>
  )
}

const keptAs = ({ documentId, code, stage }: ExceptionRow): string => {
  if (documentId === null) return 'Bytes only'
  if (code === 'textTruncated') return 'Document, text cut'
  return stage === 'text' ? 'Document, no text' : 'Document'
}

const columnsFor = (projectId: number): readonly Column<ExceptionRow>[] => [
  {
    id: 'what',
    head: 'Item',
    cell: (row) => (
      <chakra.div maxWidth="min(420px, 38vw)">
        <chakra.div truncate title={row.path.join(' › ')}>
          {row.path.at(-1) ?? 'unnamed'}
        </chakra.div>
        {row.path.length > 1 && (
          <chakra.div fontSize="xs" color="faint" truncate title={row.path.join(' › ')}>
            in {row.path.slice(0, -1).join(' › ')}
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
  {
    id: 'why',
    head: 'Reason',
    cell: (row) => (
      <chakra.div minWidth="120px">
        <div>{exceptionNames[row.code]}</div>
        <chakra.div fontSize="xs" color="faint">
          {row.reason}
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'kept',
    head: 'Kept as',
    width: '150px',
    from: 'md',
    cell: keptAs,
  },
  {
    id: 'size',
    head: 'Size',
    align: 'end',
    width: '100px',
    from: 'sm',
    cell: (row) => <chakra.span whiteSpace="nowrap">{fileSize(row.size)}</chakra.span>,
  },
  {
    id: 'bytes',
    head: <chakra.span srOnly>Download</chakra.span>,
    align: 'end',
    width: '48px',
    cell: (row) => (
      <chakra.a
        href={`${pathOf(exceptionBytes).replace(':exceptionId', String(row.exceptionId))}?projectId=${projectId}`}
        download
        aria-label={`Download ${row.path.at(-1) ?? 'the item'}`}
        title="Download its bytes"
        display="inline-flex"
        p="1.5"
        borderRadius="md"
        color="muted"
        _hover={{ background: 'hover', color: 'ink' }}
      >
        <Icon name="download" />
      </chakra.a>
    ),
  },
]
