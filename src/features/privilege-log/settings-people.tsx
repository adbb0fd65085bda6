/** Who is a lawyer, and what people are called: by lines that one writes, and by those who are on the log. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useId, useState } from 'react'
import type { PrivilegeLogSettings } from '#contracts/privilege-log.ts'
import { privilegeLogPeople } from '#src/reads/privilege-log.ts'
import { useRead } from '../ui/answer.ts'
import { Field, Lines } from '../ui/field.tsx'
import { Foreign, marked } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select, TextInput } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { lawyerBy, nameIn, renamed, turnedLawyer } from './log-people.ts'

/** Rows of people that are drawn: of the others some letters are typed. */
const shownAtMost = 100

const lawyerMarks = [
  { value: '*', label: '* behind the name' },
  { value: 'Esq.', label: 'Esq. behind the name' },
]

export function SettingsPeople({
  settings,
  change,
  error,
}: {
  readonly settings: PrivilegeLogSettings
  readonly change: (part: Partial<PrivilegeLogSettings>) => void
  readonly error: string | null
}): ReactElement {
  const [find, setFind] = useState('')
  const id = useId()
  const answer = useRead(privilegeLogPeople, {})
  const wanted = find.trim().toLowerCase()
  const found = (answer.value ?? []).filter(
    ({ spelling }) =>
      wanted === '' ||
      spelling.toLowerCase().includes(wanted) ||
      nameIn(settings.people, spelling).toLowerCase().includes(wanted),
  )
  type Row = { readonly spelling: string; readonly documents: number }
  const columns: readonly Column<Row>[] = [
    {
      id: 'spelling',
      head: 'In the documents',
      cell: ({ spelling }) => (
        <chakra.div minWidth="160px" overflowWrap="anywhere">
          <Foreign text={spelling} />
        </chakra.div>
      ),
    },
    {
      id: 'name',
      head: 'As the log writes it',
      width: '280px',
      cell: ({ spelling }) => (
        <TextInput
          aria-label={`Name of ${marked(spelling)}`}
          value={nameIn(settings.people, spelling)}
          list={`${id}-names`}
          maxLength={200}
          autoComplete="off"
          onSay={(name) => change({ people: renamed(settings.people, spelling, name) })}
        />
      ),
    },
    {
      id: 'lawyer',
      head: 'Lawyer',
      width: '150px',
      cell: ({ spelling }) => {
        const by = lawyerBy(settings, spelling)
        return (
          <chakra.label display="flex" gap="2" alignItems="center">
            <input
              type="checkbox"
              aria-label={`${marked(spelling)} is a lawyer`}
              checked={by !== null}
              disabled={by === 'domain'}
              onChange={(event) =>
                change({ lawyers: turnedLawyer(settings, spelling, event.currentTarget.checked) })
              }
            />
            {by === 'domain' && <chakra.span color="muted">by the domain</chakra.span>}
          </chakra.label>
        )
      },
    },
    { id: 'documents', head: 'Documents', align: 'end', cell: ({ documents }) => number(documents) },
  ]
  return (
    <>
      <Section title="Lawyers" padded>
        <chakra.div
          display="grid"
          gap="4"
          gridTemplateColumns={{ base: '1fr', sm: 'minmax(0, 2fr) minmax(0, 1fr)' }}
        >
          <Field
            label="Who is a lawyer"
            hint="One a line: a name, an address, or a domain as @firm.example."
            error={error}
          >
            <Lines
              rows={6}
              value={settings.lawyers.join('\n')}
              onChange={(text) => change({ lawyers: text.split('\n') })}
            />
          </Field>
          <Field label="A lawyer is marked by">
            <Select
              value={settings.lawyerMark}
              choices={lawyerMarks}
              onChoose={(value) => change({ lawyerMark: value === 'Esq.' ? 'Esq.' : '*' })}
            />
          </Field>
        </chakra.div>
      </Section>
      <Section
        title="People on the log"
        aside={
          <>
            <chakra.span fontSize="xs" color="faint">
              {answer.value === null
                ? ''
                : found.length > shownAtMost
                  ? `The first ${shownAtMost} of ${counted(found.length, 'spelling')}`
                  : counted(found.length, 'spelling')}
            </chakra.span>
            <chakra.div width="200px">
              <DraftInput
                aria-label="Find people"
                placeholder="Find people"
                value={find}
                autoComplete="off"
                onChange={setFind}
              />
            </chakra.div>
          </>
        }
      >
        <Missing answer={answer} rows={5} title="The people could not be loaded" onRetry={answer.again} />
        {answer.value !== null && found.length === 0 && (
          <EmptyState icon="users" title="Nobody">
            {wanted === ''
              ? 'Authors and recipients of what is on the log stand here, to be marked and called by one name.'
              : 'Nobody on the log has these letters.'}
          </EmptyState>
        )}
        {found.length > 0 && (
          <Table
            label="People on the log"
            rows={found.slice(0, shownAtMost)}
            columns={columns}
            keyOf={({ spelling }) => spelling}
          />
        )}
        <datalist id={`${id}-names`}>
          {settings.people.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </Section>
    </>
  )
}
