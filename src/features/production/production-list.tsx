/** All productions of the project: how far each is, how much it hands over, and under which numbers. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Production } from '#contracts/productions.ts'
import { productions } from '#src/reads/production.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Page, Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Ago } from '../ui/time.tsx'
import { NewDialog } from './new-dialog.tsx'
import { Progress } from './progress.tsx'
import { ReserveDialog } from './reserve-dialog.tsx'
import { productionPath, stateLooks } from './words.ts'

/** Ms between looks: while one is being made, and else. */
const often = 1_500
const seldom = 15_000

export function ProductionList({ projectId }: { readonly projectId: number }): ReactElement {
  const { can } = useWho()
  const [asking, setAsking] = useState<'add' | 'reserve' | null>(null)
  const answer = useRead(
    productions,
    {},
    { every: (held) => (held?.some(({ state }) => state === 'Running') ? often : seldom) },
  )
  const { value } = answer
  const add = can('production.manage') ? (
    <Button look="primary" icon="plus" onClick={() => setAsking('add')}>
      New production
    </Button>
  ) : undefined
  return (
    <Page
      title="Productions"
      lead="What is handed over to the other side: numbered page by page, with redactions burned in and slip sheets for what is withheld."
      actions={
        can('production.manage') ? (
          <>
            <Button onClick={() => setAsking('reserve')}>Reserve numbers</Button>
            {value !== null && value.length > 0 && add}
          </>
        ) : undefined
      }
    >
      <Section
        title="All productions"
        aside={
          <chakra.span fontSize="xs" color="faint">
            {value === null ? '' : counted(value.length, 'production')}
          </chakra.span>
        }
      >
        <Missing answer={answer} rows={5} title="Productions could not be loaded" onRetry={answer.again} />
        {value !== null && value.length === 0 && (
          <EmptyState icon="production" title="Nothing has been produced yet" action={add}>
            A production gives each page its number, burns redactions in, puts slip sheets in the place of
            what is withheld, and hands over images, text, files and a load file. It is prepared and checked
            first; it takes its numbers only when it is run.
          </EmptyState>
        )}
        {value !== null && value.length > 0 && (
          <Table
            label="Productions"
            rows={value.map((production) => ({ projectId, production }))}
            columns={columns}
            keyOf={({ production }) => production.productionId}
          />
        )}
      </Section>
      {asking === 'add' && <NewDialog onClose={() => setAsking(null)} />}
      {asking === 'reserve' && <ReserveDialog onClose={() => setAsking(null)} />}
    </Page>
  )
}

interface Row {
  readonly projectId: number
  readonly production: Production
}

export function StateBadge({ state }: Pick<Production, 'state'>): ReactElement {
  const { tone, icon, word } = stateLooks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

const none = <chakra.span color="faint">–</chakra.span>
const figure = (value: number | null) => (value === null ? none : number(value))

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    head: 'Production',
    cell: ({ production: { productionId, name } }) => (
      <chakra.div minWidth="120px" maxWidth="min(320px, 30vw)" fontWeight={600} overflowWrap="anywhere">
        <Link to={productionPath(productionId)}>
          <Foreign text={name} />
        </Link>
      </chakra.div>
    ),
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ production, projectId }) => (
      <chakra.div display="flex" flexDirection="column" gap="1" alignItems="flex-start" py="1">
        <StateBadge state={production.state} />
        {production.state === 'Running' && <Progress projectId={projectId} production={production} />}
        {production.failed > 0 && (
          <chakra.span fontSize="xs" color="dangerInk">
            {counted(production.failed, 'document')} failed
          </chakra.span>
        )}
      </chakra.div>
    ),
  },
  {
    id: 'documents',
    head: 'Documents',
    align: 'end',
    cell: ({ production: { documents } }) => figure(documents),
  },
  { id: 'pages', head: 'Pages', align: 'end', cell: ({ production: { pages } }) => figure(pages) },
  {
    id: 'numbers',
    head: 'Numbers',
    from: 'sm',
    cell: ({ production }) => <Numbers production={production} />,
  },
  {
    id: 'who',
    head: 'Begun',
    align: 'end',
    from: 'md',
    cell: ({ production: { created } }) => (
      <chakra.div color="muted">
        <Ago at={created.at} />
        <chakra.div fontSize="xs" color="faint" truncate maxWidth="160px" ml="auto">
          <Foreign text={created.by} />
        </chakra.div>
      </chakra.div>
    ),
  },
]

/** 'NW0000001 – NW0000042'; a dash before they are taken. */
export function Numbers({
  production: { firstNumber, lastNumber },
}: {
  readonly production: Pick<Production, 'firstNumber' | 'lastNumber'>
}): ReactElement {
  if (firstNumber === null) return none
  return (
    <chakra.span fontFamily="mono" fontSize="sm" overflowWrap="anywhere">
      {firstNumber} – {lastNumber}
    </chakra.span>
  )
}
