/** Invites people: addresses that are typed, pasted or read from a CSV file, looked at line by line before anything is sent. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useMemo, useRef, useState } from 'react'
import { type InvitedAs, mostInvited, type Outcome } from '#contracts/invitations.ts'
import { type RoleName, roleNames, roleRanks } from '#contracts/permission.ts'
import { invitePeople, previewInvitations } from '#src/commands/client-people.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { previews } from '#src/reads/client-people.ts'
import { projects } from '#src/reads/company.ts'
import { $clientPeopleSave } from '#src/stores/client-people.ts'
import { useFormSave } from '../fields/form-save.ts'
import { roleWords } from '../people/roles.ts'
import { useCached, useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, Lines } from '../ui/field.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Table } from '../ui/table.tsx'
import { groupsFor, namesIn, type ReadLine, readLines } from './read-lines.ts'
import { accountWords, outcomeWords } from './words.ts'

const inProject = roleNames.filter(
  (role) => roleRanks[role] >= roleRanks.ProjectManager && role !== 'Default',
)
/** Rows of a preview that are shown; what cannot be invited goes first. */
const mostShown = 200
const largestFile = 2 * 1024 * 1024

interface Choice {
  readonly account: 'Default' | 'ClientAdmin'
  readonly project: string
  readonly role: RoleName
  /** Names of securable groups, as they are typed. */
  readonly groups: string
}

/** Lines that are invited as the same, side by side; `order` says which line of the text each is. */
function grouped(lines: readonly ReadLine[], { account, project, role, groups: typed }: Choice) {
  const byForm = namesIn(typed)
  const groups = new Map<string, { as: Omit<InvitedAs, 'people'>; at: number[] }>()
  for (const [at, line] of lines.entries()) {
    const isAdmin = /^client\s*admin(istrator)?$/i.test(line.role)
    const named = line.projects.length > 0 ? line.projects : project === '' ? [] : [project]
    const inProjects = line.role === '' || isAdmin ? role : line.role
    const as = {
      role: isAdmin ? 'ClientAdmin' : account,
      projects: named.map((one) => {
        const given = groupsFor(one, named, line.groups.length > 0 ? line.groups : byForm)
        return { project: one, role: inProjects, ...(given.length === 0 ? {} : { groups: [...given] }) }
      }),
    }
    const key = JSON.stringify(as)
    const group: { as: Omit<InvitedAs, 'people'>; at: number[] } = groups.get(key) ?? { as, at: [] }
    groups.set(key, group)
    group.at.push(at)
  }
  const all = [...groups.values()]
  return {
    order: all.flatMap(({ at }) => at),
    groups: all.map(
      ({ as, at }): InvitedAs => ({
        ...as,
        people: at.flatMap((nth) => {
          const line = lines[nth]
          return line === undefined
            ? []
            : [
                {
                  email: line.email.slice(0, 300),
                  ...(line.name === '' ? {} : { name: line.name.slice(0, 300) }),
                },
              ]
        }),
      }),
    ),
  }
}

export function InviteDialog({
  companyId,
  onClose,
}: {
  readonly companyId: number
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $clientPeopleSave])
  const own = (useRead(projects, {}, { once: true }).value ?? []).filter((one) => one.companyId === companyId)
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<Choice>({
    account: 'Default',
    project: '',
    role: 'Reviewer',
    groups: '',
  })
  const [fault, setFault] = useState<string | null>(null)
  /** What was looked at, and under which key its answer comes. */
  const [looked, setLooked] = useState<{ readonly key: string; readonly of: string } | null>(null)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const lines = useMemo(() => readLines(text), [text])
  const said = JSON.stringify([text, choice])
  const preview = useCached(previews, looked?.key ?? '')
  const isLooked = looked !== null && looked.of === said
  const looking = isLooked && save?.formKey === looked.key && save.phase === 'sending'
  const lookFault = isLooked && save?.formKey === looked.key ? save.message : null
  const current = isLooked ? preview : null
  const { order, groups } = useMemo(() => grouped(lines, choice), [lines, choice])
  const hasProject = choice.project !== '' || lines.some((line) => line.projects.length > 0)
  const change = (next: Partial<Choice>) => setChoice({ ...choice, ...next })
  const send = () => {
    const wrong =
      lines.length === 0
        ? 'Write or paste at least one address, or choose a file.'
        : lines.length > mostInvited
          ? `A list has at most ${number(mostInvited)} lines; this has ${number(lines.length)}. Send it in parts.`
          : null
    setFault(wrong)
    if (wrong !== null) return
    const list = JSON.stringify(groups)
    if (current === null) {
      const key = nanoid()
      setLooked({ key, of: said })
      run(previewInvitations({ formKey: key, companyId, groups: list }))
    } else run(invitePeople({ formKey: begin(), companyId, groups: list }))
  }
  return (
    <Dialog
      open
      size="lg"
      title="Invite people"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={sending || looking}
            disabled={current !== null && current.made === 0}
          >
            {current === null ? 'Check the list' : `Invite ${counted(current.made, 'person', 'people')}`}
          </Button>
        </>
      }
    >
      <chakra.div display="flex" flexDirection="column" gap="4">
        {(refusal ?? lookFault) !== null && <Notice tone="danger">{refusal ?? lookFault}</Notice>}
        <Field
          label="People"
          aside={
            <FileButton
              onRead={(read) => {
                setFault(null)
                setText(read)
              }}
              onFault={setFault}
            />
          }
          hint="One address a line, with a name behind a comma, or as a mail program copies them. A CSV file may have the columns email, name, role, projects and groups (“Project: Group” where there are several projects)."
          error={fault}
        >
          <Lines value={text} onChange={setText} rows={5} />
        </Field>
        <chakra.div display="grid" gap="3" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr 1fr' }}>
          <Field label="Account role">
            <Select
              value={choice.account}
              choices={(['Default', 'ClientAdmin'] as const).map((value) => ({
                value,
                label: accountWords(value),
              }))}
              onChoose={(value) => change({ account: value === 'ClientAdmin' ? value : 'Default' })}
            />
          </Field>
          <Field label="Project">
            <Select
              value={choice.project}
              choices={[
                { value: '', label: 'None yet' },
                ...own.map(({ projectName }) => ({ value: projectName, label: projectName })),
              ]}
              onChoose={(project) => change({ project })}
            />
          </Field>
          <Field label="Role in the project">
            <Select
              value={choice.role}
              disabled={!hasProject}
              choices={inProject.map((value) => ({ value, label: roleWords(value) }))}
              onChoose={(value) => change({ role: inProject.find((one) => one === value) ?? choice.role })}
            />
          </Field>
        </chakra.div>
        <Field
          label="Groups in the project"
          hint="Names of its securable groups, with a semicolon between them. In a project with walls nobody sees anything without one."
        >
          <DraftInput
            value={choice.groups}
            onChange={(groups) => change({ groups })}
            maxLength={300}
            disabled={!hasProject}
          />
        </Field>
        {current !== null && (
          <Preview
            byProvider={current.byProvider}
            rows={current.lines.map(({ outcome }, nth) => ({
              at: order[nth] ?? nth,
              line: lines[order[nth] ?? nth],
              outcome,
            }))}
          />
        )}
      </chakra.div>
    </Dialog>
  )
}

function FileButton({
  onRead,
  onFault,
}: {
  readonly onRead: (text: string) => void
  readonly onFault: (fault: string) => void
}): ReactElement {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
        CSV file…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hidden
        aria-label="CSV file of people"
        onChange={(event) => {
          const field = event.currentTarget
          const file = field.files?.[0]
          if (file === undefined) return
          if (file.size > largestFile) onFault('The file is larger than 2 MB. Send it in parts.')
          else void file.text().then(onRead)
          // The same file may be chosen again after it was changed.
          field.value = ''
        }}
      />
    </>
  )
}

interface PreviewRow {
  readonly at: number
  readonly line: ReadLine | undefined
  readonly outcome: Outcome
}

function Preview({
  rows,
  byProvider,
}: {
  readonly rows: readonly PreviewRow[]
  readonly byProvider: boolean
}): ReactElement {
  const refused = rows.filter(({ outcome }) => outcome !== 'new').length
  const sorted = rows.toSorted(
    (a, b) => Number(a.outcome === 'new') - Number(b.outcome === 'new') || a.at - b.at,
  )
  return (
    <div>
      <chakra.p role="status" mb="1">
        {refused === 0
          ? `${counted(rows.length, 'address', 'addresses')}: all can be invited.`
          : `${number(rows.length - refused)} of ${counted(rows.length, 'address', 'addresses')} can be invited; the others are left out.`}
      </chakra.p>
      <chakra.div
        maxHeight="240px"
        overflowY="auto"
        borderWidth="1px"
        borderColor="line"
        borderRadius="md"
        tabIndex={0}
        role="group"
        aria-label="What becomes of each line"
      >
        <Table
          label="What becomes of each line"
          rows={sorted.slice(0, mostShown)}
          keyOf={({ at }) => at}
          columns={[
            {
              id: 'line',
              head: 'Line',
              align: 'end',
              width: '56px',
              cell: ({ at, line }) => number(line?.line ?? at + 1),
            },
            { id: 'email', head: 'Address', cell: ({ line }) => <Foreign text={line?.email ?? ''} /> },
            {
              id: 'name',
              head: 'Name',
              from: 'sm',
              cell: ({ line }) => <Foreign text={line?.name ?? ''} />,
            },
            {
              id: 'outcome',
              head: 'What becomes of it',
              cell: ({ outcome }) => (
                <Badge tone={outcome === 'new' ? 'ok' : 'attention'}>
                  {outcome === 'new' && byProvider
                    ? 'Will be invited; signs in through the firm'
                    : outcomeWords[outcome]}
                </Badge>
              ),
            },
          ]}
        />
      </chakra.div>
      {rows.length > mostShown && (
        <chakra.p fontSize="sm" color="muted" mt="1">
          {`… and ${counted(rows.length - mostShown, 'line')} more${refused <= mostShown ? ', which can all be invited' : ''}`}
        </chakra.p>
      )}
    </div>
  )
}
