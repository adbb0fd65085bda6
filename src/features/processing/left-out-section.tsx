/** What came in and is no document: known files that were left out, and containers that were taken apart. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { pathOf } from '#contracts/call.ts'
import { type LeftOutKind, type LeftOutRow, leftOutCsv } from '#contracts/left-out.ts'
import { requestLeftOut } from '#src/commands/collect.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { leftOut, leftOutKey } from '#src/stores/collect.ts'
import { useAnswer, useAsk } from '../ui/answer.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { counted, fileSize, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { jobColumn } from '../ui/jobs/job-column.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { useWho } from '../ui/who.ts'

/** Each kind by the end of its address, with what it is called. */
const kinds: Readonly<Record<LeftOutKind, { readonly hash: string; readonly label: string }>> = {
  known: { hash: '#known-files', label: 'De-NISTed files' },
  container: { hash: '#containers', label: 'Containers' },
}

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
  const { hash } = useLocation()
  const kind: LeftOutKind = hash === kinds.container.hash ? 'container' : 'known'
  const isAsked = Object.values(kinds).some((one) => one.hash === hash)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: 'start' })
  }, [isAsked])
  const ask = requestLeftOut({ projectId, kind, after: null })
  useAsk(ask, `${kind} ${asOf}`)
  const { value, failure } = useAnswer(leftOut, leftOutKey({ projectId, kind }))
  const rows = value?.rows ?? []
  const last = rows.at(-1)
  const missing = value === null ? 0 : value.inBooks - value.totalCount
  const csv = `${pathOf(leftOutCsv)}?projectId=${projectId}&kind=${kind}`
  return (
    <div ref={place}>
      <Section
        title="Left out and taken apart"
        aside={value !== null && <chakra.span color="muted">{counted(value.inBooks, 'item')}</chakra.span>}
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
              choices={Object.entries(kinds).map(([name, { label }]) => ({ value: name, label }))}
              onChoose={(to) =>
                void navigate({ hash: to === 'container' ? kinds.container.hash : kinds.known.hash })
              }
            />
          </Field>
          <chakra.div alignSelf="end" justifySelf="end">
            <ButtonLink size="sm" icon="download" href={csv} download>
              {kinds[kind].label} as CSV
            </ButtonLink>
          </chakra.div>
        </chakra.div>
        {value === null && failure === null && <Skeleton rows={4} />}
        {value === null && failure !== null && (
          <ErrorState
            title="What was left out could not be loaded"
            message={failure.message}
            onRetry={() => run(ask)}
          />
        )}
        {missing > 0 && (
          <chakra.p px="4" py="2" color="muted">
            {counted(missing, 'more item')} came in with an earlier version of Affiant, which kept only how
            many there were.
          </chakra.p>
        )}
        {value !== null && rows.length === 0 && missing <= 0 && (
          <EmptyState icon="ok" title={kind === 'known' ? 'No file was left out' : 'No containers'}>
            {kind === 'known'
              ? 'Files that a list of known files has are listed here, where the settings leave them out.'
              : 'Archives and mailboxes are listed here once what is in them has come in.'}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table
            label={kinds[kind].label}
            rows={rows}
            columns={columnsFor(projectId, kind, who.can('job.view'))}
            keyOf={({ leftOutId }) => leftOutId}
          />
        )}
        {value !== null && rows.length < value.totalCount && last !== undefined && (
          <chakra.div display="flex" justifyContent="center" alignItems="center" gap="3" py="3" color="muted">
            {number(rows.length)} of {number(value.totalCount)}
            <Button size="sm" onClick={() => run(requestLeftOut({ projectId, kind, after: last.leftOutId }))}>
              Show more
            </Button>
          </chakra.div>
        )}
      </Section>
    </div>
  )
}

const columnsFor = (
  projectId: number,
  kind: LeftOutKind,
  withJob: boolean,
): readonly Column<LeftOutRow>[] => [
  {
    id: 'what',
    head: 'Item',
    cell: ({ path }) => (
      <chakra.div maxWidth="min(420px, 40vw)">
        <chakra.div truncate title={path.join(' › ')}>
          {path.at(-1) ?? 'unnamed'}
        </chakra.div>
        {path.length > 1 && (
          <chakra.div fontSize="xs" color="faint" truncate title={path.join(' › ')}>
            in {path.slice(0, -1).join(' › ')}
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
  ...(kind === 'known'
    ? [{ id: 'list', head: 'Known by', cell: ({ list }) => list ?? '–' } satisfies Column<LeftOutRow>]
    : []),
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
        <chakra.div truncate title={source}>
          {source}
        </chakra.div>
        <chakra.div fontSize="xs" color="faint" truncate title={custodian}>
          {custodian}
        </chakra.div>
      </chakra.div>
    ),
  },
  ...(withJob ? [jobColumn(projectId)] : []),
  {
    id: 'size',
    head: 'Size',
    align: 'end',
    width: '90px',
    from: 'sm',
    cell: ({ size }) => <chakra.span whiteSpace="nowrap">{size === null ? '–' : fileSize(size)}</chakra.span>,
  },
]
