/** The project as one of its people sees it: how much, by what, and a search. Read only. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { documentDay } from '#contracts/document-date.ts'
import type { DocumentRow } from '#contracts/documents.ts'
import { type SeenAs, seenPageSize } from '#contracts/see-as.ts'
import { seenAs, walls } from '#src/reads/people.ts'
import { $project } from '#src/stores/selection.ts'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Page, Section, Stats } from '../ui/page.tsx'
import { DeniedState, EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { capabilityWords } from './capability-words.ts'
import { roleWords } from './roles.ts'

export function SeeAsPage(): ReactElement {
  const who = useWho()
  const may = who.projectId !== null && who.can('wall.manage')
  const [address, setAddress] = useSearchParams()
  const people = useRead(walls, may ? {} : null)
  const userId = Number(address.get('person')) || null
  if (who.projectId === null) return <NoProject icon="users" />
  if (!may)
    return (
      <DeniedState
        page
        what="the project as others see it"
        grantedBy="Whoever sets up its walls does: project managers and administrators of the client."
        action={<Link to="/overview">Back to the overview</Link>}
      />
    )
  return (
    <Page
      title="See as"
      above={<Link to="/overview/ProjectSetting">Project settings</Link>}
      lead="What one person finds in this project, by their role, the walls and their batches. It is read only, and that you looked goes on the record."
    >
      <Missing answer={people} rows={2} title="The people could not be loaded" onRetry={people.again} />
      {people.value !== null && (
        <chakra.div maxWidth="360px">
          <Field label="Person">
            <Select
              value={userId === null ? '' : `${userId}`}
              placeholder="Choose a person"
              choices={people.value.people.map((one) => ({
                value: `${one.userId}`,
                label: `${one.userName} (${roleWords(one.role)})`,
              }))}
              onChoose={(value) => setAddress({ person: value }, { replace: true })}
            />
          </Field>
        </chakra.div>
      )}
      {people.value !== null && userId !== null && <Seen key={userId} userId={userId} />}
    </Page>
  )
}

function Seen({ userId }: { readonly userId: number }): ReactElement {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState({ query: '', page: 1 })
  const timeZone = useUnit($project)?.settings.timeZone ?? 'UTC'
  const answer = useRead(seenAs, { userId, ...asked })
  const { value } = answer
  const search = (event: FormEvent) => {
    event.preventDefault()
    setAsked({ query: typed.trim(), page: 1 })
  }
  return (
    <>
      <Missing
        answer={answer}
        rows={6}
        title="What this person sees could not be loaded"
        onRetry={answer.again}
      />
      {value !== null && <Counts seen={value} />}
      <Section
        title="What they find"
        aside={value?.list !== undefined && value.list !== null && counted(value.list.totalCount, 'document')}
      >
        <chakra.form display="flex" gap="2" p="3" onSubmit={search}>
          <DraftInput
            aria-label="Search as this person"
            placeholder="All documents: search as in review"
            value={typed}
            onChange={setTyped}
          />
          <Button type="submit" icon="search">
            Search
          </Button>
        </chakra.form>
        {value?.list === null && (
          <chakra.p px="3" pb="3" color="muted">
            {value.may.includes('document.search')
              ? 'The documents are not listed: this person sees some that the walls close to you.'
              : 'This person may not search documents.'}
          </chakra.p>
        )}
        {value?.list?.totalCount === 0 && (
          <EmptyState icon="search" title="They find no document">
            {asked.query === '' ? 'No document of this project is open to them.' : 'Try other words.'}
          </EmptyState>
        )}
        {value?.list !== undefined && value.list !== null && value.list.totalCount > 0 && (
          <>
            <Table
              label="Documents that they find"
              rows={value.list.data}
              keyOf={({ documentId }) => documentId}
              columns={columnsIn(timeZone)}
            />
            <Pages
              page={asked.page}
              last={Math.ceil(value.list.totalCount / seenPageSize)}
              onGo={(page) => setAsked({ ...asked, page })}
            />
          </>
        )}
      </Section>
    </>
  )
}

/** Days are those of the project's time zone, as in review. */
const columnsIn = (timeZone: string): readonly Column<DocumentRow>[] => [
  { id: 'number', head: 'Control number', cell: ({ controlNumber }) => controlNumber },
  { id: 'title', head: 'Title', cell: ({ title }) => <Foreign text={title} /> },
  { id: 'from', head: 'From', from: 'md', cell: ({ from }) => <Foreign text={from} /> },
  {
    id: 'date',
    head: 'Date',
    from: 'md',
    cell: ({ parentDate }) => (parentDate === null ? 'no date' : documentDay(parentDate, timeZone)),
  },
  { id: 'custodian', head: 'Custodian', from: 'lg', cell: ({ custodian }) => <Foreign text={custodian} /> },
]

/** What is done outside of any project is nothing that is done here. */
const ofClient = /^(company|system)\.|^project\.create$/

function Counts({ seen }: { readonly seen: SeenAs }): ReactElement {
  return (
    <>
      <Stats
        items={[
          {
            label: 'Documents in review that they see',
            value: number(seen.seen),
            note: `of ${number(seen.documents)}`,
          },
          { label: 'Role here', value: roleWords(seen.role) },
          { label: 'Limited to their batches', value: seen.byBatches ? 'Yes' : 'No' },
        ]}
      />
      <Section title="By custodian and source">
        <Table
          label="What they see by custodian and source"
          rows={seen.parts}
          keyOf={({ kind, partId }) => `${kind} ${partId}`}
          columns={[
            { id: 'name', head: 'Name', cell: ({ name }) => <Foreign text={name} /> },
            { id: 'kind', head: 'Kind', cell: ({ kind }) => (kind === 'custodian' ? 'Custodian' : 'Source') },
            { id: 'seen', head: 'They see', align: 'end', cell: (part) => number(part.seen) },
            { id: 'all', head: 'Documents', align: 'end', cell: (part) => number(part.documents) },
          ]}
        />
      </Section>
      <Section title="What they may do here" padded>
        {seen.may
          .filter((capability) => !ofClient.test(capability))
          .map((capability) => capabilityWords[capability])
          .join(' · ')}
      </Section>
    </>
  )
}

function Pages({
  page,
  last,
  onGo,
}: {
  readonly page: number
  readonly last: number
  readonly onGo: (page: number) => void
}): ReactElement | null {
  if (last <= 1) return null
  return (
    <chakra.div display="flex" alignItems="center" justifyContent="flex-end" gap="2" p="3">
      <span>
        Page {number(page)} of {number(last)}
      </span>
      <Button size="sm" disabled={page === 1} onClick={() => onGo(page - 1)}>
        Previous
      </Button>
      <Button size="sm" disabled={page === last} onClick={() => onGo(page + 1)}>
        Next
      </Button>
    </chakra.div>
  )
}
