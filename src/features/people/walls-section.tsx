/** Walls: which group of people sees which custodians, sources and folders of the project. */
import { type ReactElement, useState } from 'react'
import type { Walls } from '#contracts/walls.ts'
import { walls } from '#src/reads/people.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { WallsDialog } from './walls-dialog.tsx'

export function WallsSection(): ReactElement {
  const answer = useRead(walls, {})
  const { value } = answer
  const [changing, setChanging] = useState(false)
  return (
    <Section
      title="Walls"
      aside={
        value !== null && (
          <>
            <ButtonTo size="sm" look="quiet" to="/overview/ProjectSetting/see-as">
              See as…
            </ButtonTo>
            <Button size="sm" onClick={() => setChanging(true)}>
              {value.groups.length === 0 ? 'Set up walls' : 'Change walls'}
            </Button>
          </>
        )
      }
    >
      <Missing answer={answer} rows={2} title="The walls could not be loaded" onRetry={answer.again} />
      {value !== null && value.groups.length === 0 && (
        <EmptyState icon="lock" title="This project has no walls">
          {value.batchesOnly
            ? 'Reviewers see the documents of their batches; all others see every document.'
            : 'Everybody who has a role in it sees all of its documents.'}
        </EmptyState>
      )}
      {value !== null && value.groups.length > 0 && (
        <Table
          label="Securable groups"
          rows={value.groups}
          keyOf={({ groupId }) => groupId}
          columns={[
            { id: 'name', head: 'Group', cell: ({ name }) => name },
            {
              id: 'people',
              head: 'People',
              cell: ({ userIds }) => counted(userIds.length, 'person', 'people'),
            },
            { id: 'sees', head: 'Sees', cell: ({ parts }) => named(value, parts, 'allow') },
            { id: 'not', head: 'Never sees', from: 'md', cell: ({ parts }) => named(value, parts, 'deny') },
          ]}
        />
      )}
      {changing && value !== null && <WallsDialog walls={value} onClose={() => setChanging(false)} />}
    </Section>
  )
}

/** The parts of one access, by their names. */
function named(
  { parts: all }: Walls,
  parts: Walls['groups'][number]['parts'],
  access: 'allow' | 'deny',
): string {
  const names = parts
    .filter((part) => part.access === access)
    .map(
      ({ kind, partId }) => all.find((one) => one.kind === kind && one.partId === partId)?.name ?? `${kind}`,
    )
  return names.join(', ')
}
