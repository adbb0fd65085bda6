/** All exports of the project: how far each is, how much it holds, and until when its files are there. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { Exported } from '#contracts/exports.ts'
import { exportList } from '#src/reads/exports.ts'
import { Progress } from '../production/progress.tsx'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { exportPath, newExportPath, stateLooks, untilWords } from './words.ts'

/** Ms between looks: while one is being made, and else. */
const often = 1_500
const seldom = 15_000

export function ExportList({ projectId }: { readonly projectId: number }): ReactElement {
  const answer = useRead(
    exportList,
    {},
    { every: (held) => (held?.some(({ state }) => state === 'Running') ? often : seldom) },
  )
  const { value } = answer
  const add = (
    <ButtonTo look="primary" icon="plus" to={newExportPath}>
      New export
    </ButtonTo>
  )
  return (
    <Page
      title="Exports"
      lead="What is taken out for one’s own use, by control number: for an expert, a binder, a hearing. Redactions are burned in, no numbers are taken, and the files go after seven days."
      actions={value !== null && value.length > 0 ? add : undefined}
    >
      <Section
        title="All exports"
        aside={
          <chakra.span fontSize="xs" color="faint">
            {value === null ? '' : counted(value.length, 'export')}
          </chakra.span>
        }
      >
        <Missing answer={answer} rows={5} title="Exports could not be loaded" onRetry={answer.again} />
        {value !== null && value.length === 0 && (
          <EmptyState icon="external" title="Nothing has been exported yet" action={add}>
            An export hands out files, pages, texts and lists of a search or a folder as a zip. What goes to
            the other side is a production.
          </EmptyState>
        )}
        {value !== null && value.length > 0 && (
          <Table
            label="Exports"
            rows={value.map((exported) => ({ projectId, exported }))}
            columns={columns}
            keyOf={({ exported }) => exported.exportId}
          />
        )}
      </Section>
    </Page>
  )
}

interface Row {
  readonly projectId: number
  readonly exported: Exported
}

export function StateBadge({ state }: Pick<Exported, 'state'>): ReactElement {
  const { tone, icon, word } = stateLooks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

const figure = (value: number | null) =>
  value === null ? <chakra.span color="faint">–</chakra.span> : number(value)

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Export',
    cell: ({ exported: { exportId, name } }) => (
      <chakra.div minWidth="120px" maxWidth="min(320px, 30vw)" fontWeight={600} overflowWrap="anywhere">
        <Link to={exportPath(exportId)}>
          <Foreign text={name} />
        </Link>
      </chakra.div>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ exported, projectId }) => (
      <chakra.div display="flex" flexDirection="column" gap="1" alignItems="flex-start" py="1">
        <StateBadge state={exported.state} />
        {exported.state === 'Running' && <Progress projectId={projectId} production={exported} />}
        {exported.state === 'Ready' && exported.expiresAt !== null && (
          <chakra.span fontSize="xs" color="muted">
            {untilWords(exported.expiresAt, Date.now())}
          </chakra.span>
        )}
        {exported.failed > 0 && (
          <chakra.span fontSize="xs" color="dangerInk">
            {counted(exported.failed, 'document')} failed
          </chakra.span>
        )}
      </chakra.div>
    ),
  },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    cell: ({ exported: { documents } }) => figure(documents),
  },
  { id: 'pages', head: 'Pages', align: 'end', cell: ({ exported: { pages } }) => figure(pages) },
  {
    id: 'who',
    head: 'Started',
    align: 'end',
    from: 'sm',
    cell: ({ exported: { created } }) => (
      <chakra.div color="muted">
        <Ago at={created.at} />
        <chakra.div fontSize="xs" color="faint" truncate maxWidth="160px" ml="auto">
          <Foreign text={created.by} />
        </chakra.div>
      </chakra.div>
    ),
  },
]
