/** What came in and is no document of its own: what was left out, taken apart, there already, or a part of its message. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { pathOf } from '#contracts/call.ts'
import { type LeftOutKind, type LeftOutRow, leftOutCsv, leftOutKinds } from '#contracts/suppressed-items.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { leftOut } from '#src/reads/collect.ts'
import { jobColumn } from '../jobs/job-column.tsx'
import { useWho, type Who } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, fileSize, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { DocumentLink } from './document-link.tsx'
import { leftOutPath } from './paths.ts'
import { leftOutAt } from './places.ts'
import { leftOutWords } from './suppressed-kinds.ts'

/** `asOf`: how far the work is; when it has moved on, they are asked for again. */
export function LeftOutSection({
  projectId,
  asOf,
}: {
  readonly projectId: number
  readonly asOf: string | number
}): ReactElement {
  const run = useUnit(dispatch)
  const who = useWho()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const kind = leftOutAt(address)
  const words = leftOutWords[kind]
  const { value, failure, again } = useRead(leftOut, { projectId, kind, after: null }, { asOf })
  const rows = value?.rows ?? []
  const last = rows.at(-1)
  const missing = value === null ? 0 : value.reconciled - value.totalCount
  const csv = `${pathOf(leftOutCsv)}?projectId=${projectId}&kind=${kind}`
  return (
    <Section
      title={words.label}
      aside={value !== null && <chakra.span color="muted">{counted(value.reconciled, 'item')}</chakra.span>}
    >
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr', md: '220px 1fr' }}
        gap="3"
        px="4"
        py="3"
        borderBottomWidth="1px"
        borderColor="line"
      >
        <Field label="What">
          <Select
            value={kind}
            choices={leftOutKinds.map((value) => ({ value, label: leftOutWords[value].label }))}
            onChoose={(to) => {
              const chosen = leftOutKinds.find((one) => one === to)
              if (chosen !== undefined) void navigate(leftOutPath(chosen))
            }}
          />
        </Field>
        <chakra.div alignSelf="end" justifySelf="end">
          <ButtonLink size="sm" icon="download" href={csv} download>
            {words.label} as CSV
          </ButtonLink>
        </chakra.div>
      </chakra.div>
      {value === null && failure === null && <Skeleton rows={4} />}
      {value === null && failure !== null && (
        <ErrorState title={`${words.label} could not be loaded`} message={failure.message} onRetry={again} />
      )}
      {missing > 0 && (
        <chakra.p px="4" py="2" color="muted">
          {counted(missing, 'more item')} came in with an earlier version of Affiant, {words.earlier}
        </chakra.p>
      )}
      {value !== null && rows.length === 0 && missing <= 0 && (
        <EmptyState icon="ok" title={words.none.title}>
          {words.none.why}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          label={words.label}
          rows={rows}
          columns={columnsFor(projectId, kind, who)}
          keyOf={({ leftOutId }) => leftOutId}
        />
      )}
      {value !== null && rows.length < value.totalCount && last !== undefined && (
        <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="3" color="muted">
          {number(rows.length)} of {number(value.totalCount)}
          <Button size="sm" onClick={() => run(leftOut.request({ projectId, kind, after: last.leftOutId }))}>
            Show more
          </Button>
        </chakra.div>
      )}
    </Section>
  )
}

const columnsFor = (projectId: number, kind: LeftOutKind, who: Who): readonly Column<LeftOutRow>[] => [
  {
    id: 'what',
    head: 'Item',
    cell: ({ path }) => (
      <chakra.div maxWidth="min(420px, 40vw)">
        <chakra.div truncate title={marked(path.join(' › '))}>
          <Foreign text={path.at(-1) ?? 'unnamed'} />
        </chakra.div>
        {path.length > 1 && (
          <chakra.div fontSize="xs" color="faint" truncate title={marked(path.join(' › '))}>
            in <Foreign text={path.slice(0, -1).join(' › ')} />
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
  ...(kind === 'known'
    ? [{ id: 'list', head: 'Known by', cell: ({ list }) => list ?? '–' } satisfies Column<LeftOutRow>]
    : []),
  ...documentColumn(leftOutWords[kind].document, who),
  {
    id: 'sha256',
    head: 'SHA-256',
    from: 'lg',
    cell: ({ sha256 }) =>
      sha256 === null ? (
        '–'
      ) : (
        <chakra.div maxWidth="160px" truncate title={sha256}>
          {sha256}
        </chakra.div>
      ),
  },
  {
    id: 'source',
    head: 'Source',
    from: 'sm',
    cell: ({ source, custodian }) => (
      <chakra.div maxWidth="200px">
        <chakra.div truncate title={marked(source)}>
          <Foreign text={source} />
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" truncate title={marked(custodian)}>
          <Foreign text={custodian} />
        </chakra.div>
      </chakra.div>
    ),
  },
  ...(who.can('job.view') ? [jobColumn(projectId)] : []),
  {
    id: 'size',
    head: 'Size',
    align: 'end',
    width: '90px',
    from: 'sm',
    cell: ({ size }) => <chakra.span whiteSpace="nowrap">{size === null ? '–' : fileSize(size)}</chakra.span>,
  },
]

const documentColumn = (head: string | null, who: Who): readonly Column<LeftOutRow>[] =>
  head === null || !who.can('document.view')
    ? []
    : [
        {
          id: 'document',
          head,
          width: '130px',
          cell: ({ documentId, controlNumber }) =>
            documentId === null ? (
              '–'
            ) : (
              <DocumentLink documentId={documentId} controlNumber={controlNumber ?? ''} />
            ),
        },
      ]
