/** Changing the walls: groups, their people and what they see; and what that means for each person before it is saved. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { nanoid } from 'nanoid'
import { type ReactElement, useState } from 'react'
import type { Walls, WallsPreview } from '#contracts/walls.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { saveWalls } from '#src/commands/people.ts'
import { wallsPreview } from '#src/reads/people.ts'
import { $peopleSave } from '#src/stores/people.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted, number } from '../ui/format.ts'
import { DraftInput, Select } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { Missing } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'

type Part = Walls['parts'][number]
type Access = 'closed' | 'allow' | 'deny'

interface Draft {
  readonly key: string
  readonly groupId: number | null
  readonly name: string
  readonly userIds: readonly number[]
  /** By kind and id; what is not there is closed. */
  readonly parts: Readonly<Record<string, 'allow' | 'deny'>>
}

const keyOf = ({ kind, partId }: Pick<Part, 'kind' | 'partId'>): string => `${kind} ${partId}`

const draftOf = ({ groupId, name, userIds, parts }: Walls['groups'][number]): Draft => ({
  ...{ key: String(groupId), groupId, name, userIds },
  parts: Object.fromEntries(parts.map((part) => [keyOf(part), part.access])),
})

/** A new group sees everything that is there now, so that the first one shuts nobody of its people out unseen. */
const freshOf = (all: readonly Part[]): Draft => ({
  ...{ key: nanoid(), groupId: null, name: '', userIds: [] },
  parts: Object.fromEntries(
    all.filter(({ kind }) => kind === 'custodian').map((part) => [keyOf(part), 'allow' as const]),
  ),
})

const accesses = [
  { value: 'allow', label: 'sees' },
  { value: 'closed', label: 'closed' },
  { value: 'deny', label: 'never sees' },
]

export function WallsDialog({
  walls,
  onClose,
}: {
  readonly walls: Walls
  readonly onClose: () => void
}): ReactElement {
  const [run, save] = useUnit([dispatch, $peopleSave])
  // As they were when this opened: what somebody else changes meanwhile is not overwritten.
  const [{ version, parts, people, ...before }] = useState(walls)
  const [groups, setGroups] = useState<readonly Draft[]>(() => before.groups.map(draftOf))
  const [batchesOnly, setBatchesOnly] = useState(before.batchesOnly)
  const [shutOut, setShutOut] = useState(false)
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(save, onClose)
  const asked = groups.map(({ groupId, name, userIds, parts: own }) => ({
    ...(groupId === null ? {} : { groupId }),
    name: name.trim() === '' ? 'New group' : name.trim(),
    userIds: [...userIds],
    parts: parts.flatMap((part) => {
      const access = own[keyOf(part)]
      return access === undefined ? [] : [{ kind: part.kind, partId: part.partId, access }]
    }),
  }))
  const preview = useRead(wallsPreview, { groups: asked, batchesOnly })
  const names = groups.map(({ name }) => name.trim().toLowerCase())
  const nameFault = names.includes('')
    ? 'Give every group a name.'
    : new Set(names).size < names.length
      ? 'Two groups have the same name.'
      : null
  const change = (key: string, to: Partial<Draft>) =>
    setGroups(groups.map((one) => (one.key === key ? { ...one, ...to } : one)))
  const shutsOut = preview.value?.shutsOut ?? false
  const send = () => {
    setTried(true)
    if (nameFault !== null || preview.value === null || (shutsOut && !shutOut)) return
    run(saveWalls({ formKey: begin(), version, groups: asked, batchesOnly, shutOut }))
  }
  return (
    <Dialog
      open
      size="lg"
      title="Walls"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={sending} waits={preview.value === null}>
            Save
          </Button>
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      <p>
        Without groups everybody sees everything. Once there is a group, a person sees what their groups see.
        “Never sees” goes before all else, and what comes new is closed until a group sees it.
      </p>
      {groups.map((group) => (
        <GroupForm
          key={group.key}
          group={group}
          parts={parts}
          people={people}
          fault={tried && nameFault !== null && group.name.trim() === '' ? nameFault : null}
          onChange={(to) => change(group.key, to)}
          onRemove={() => setGroups(groups.filter(({ key }) => key !== group.key))}
        />
      ))}
      <Button icon="plus" onClick={() => setGroups([...groups, freshOf(parts)])}>
        Add a group
      </Button>
      <chakra.label display="flex" gap="2" alignItems="center" minHeight="row">
        <input
          type="checkbox"
          checked={batchesOnly}
          onChange={(event) => setBatchesOnly(event.currentTarget.checked)}
        />
        Reviewers see only the documents of their batches
      </chakra.label>
      <Missing
        answer={preview}
        rows={2}
        title="What this would mean could not be counted"
        onRetry={preview.again}
      />
      {preview.value !== null && <Preview preview={preview.value} />}
      {shutsOut && (
        <Notice tone="danger">
          <chakra.label display="flex" gap="2" alignItems="center">
            <input
              type="checkbox"
              checked={shutOut}
              onChange={(event) => setShutOut(event.currentTarget.checked)}
            />
            You would see no document of this project any more. I want that.
          </chakra.label>
        </Notice>
      )}
      {tried && nameFault !== null && <Notice tone="danger">{nameFault}</Notice>}
    </Dialog>
  )
}

function GroupForm({
  group,
  parts,
  people,
  fault,
  onChange,
  onRemove,
}: {
  readonly group: Draft
  readonly parts: Walls['parts']
  readonly people: Walls['people']
  readonly fault: string | null
  readonly onChange: (to: Partial<Draft>) => void
  readonly onRemove: () => void
}): ReactElement {
  const called = group.name.trim() === '' ? 'the new group' : group.name.trim()
  const turn = (part: Part, access: Access) => {
    const { [keyOf(part)]: _before, ...others } = group.parts
    onChange({ parts: access === 'closed' ? others : { ...others, [keyOf(part)]: access } })
  }
  return (
    <chakra.fieldset borderWidth="1px" borderColor="line" borderRadius="md" p="3">
      <chakra.legend srOnly>{called}</chakra.legend>
      <chakra.div display="flex" gap="2" alignItems="end">
        <chakra.div flex="1">
          <Field label="Group" required error={fault}>
            <DraftInput value={group.name} onChange={(name) => onChange({ name })} maxLength={100} />
          </Field>
        </chakra.div>
        <IconButton icon="close" label={`Remove ${called}`} onClick={onRemove} />
      </chakra.div>
      <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="3" mt="2">
        <chakra.fieldset maxHeight="220px" overflowY="auto" minWidth="0">
          <chakra.legend fontSize="sm" fontWeight={600}>
            People
          </chakra.legend>
          {people.map(({ userId, userName }) => (
            <chakra.label key={userId} display="flex" gap="2" alignItems="center" minHeight="row">
              <input
                type="checkbox"
                checked={group.userIds.includes(userId)}
                onChange={(event) =>
                  onChange({
                    userIds: event.currentTarget.checked
                      ? [...group.userIds, userId]
                      : group.userIds.filter((one) => one !== userId),
                  })
                }
              />
              {userName}
            </chakra.label>
          ))}
        </chakra.fieldset>
        <chakra.div maxHeight="220px" overflowY="auto" minWidth="0">
          <Table
            label={`What ${called} sees`}
            rows={parts}
            keyOf={keyOf}
            columns={[
              {
                id: 'part',
                head: 'Custodian, source or folder',
                cell: ({ name, documents }) => `${name} (${number(documents)})`,
              },
              {
                id: 'access',
                head: <chakra.span srOnly>What the group sees of it</chakra.span>,
                width: '120px',
                cell: (part) => (
                  <Select
                    aria-label={`${part.name}: ${called}`}
                    value={group.parts[keyOf(part)] ?? 'closed'}
                    choices={accesses}
                    onChoose={(value) => turn(part, value === 'allow' || value === 'deny' ? value : 'closed')}
                  />
                ),
              },
            ]}
          />
        </chakra.div>
      </chakra.div>
    </chakra.fieldset>
  )
}

/** What the change means, person by person. */
function Preview({ preview: { people, closed } }: { readonly preview: WallsPreview }): ReactElement {
  return (
    <>
      {closed.length > 0 && (
        <p>{`Nobody would see ${counted(closed.length, 'custodian')}: ${closed.map(({ name }) => name).join(', ')}.`}</p>
      )}
      <Table
        label="What each person would see"
        rows={people}
        keyOf={({ userId }) => userId}
        columns={[
          { id: 'who', head: 'Person', cell: ({ userName }) => userName },
          { id: 'before', head: 'Sees now', align: 'end', cell: ({ before }) => number(before) },
          { id: 'gains', head: 'Gains', align: 'end', cell: ({ gains }) => number(gains) },
          { id: 'loses', head: 'Loses', align: 'end', cell: ({ loses }) => number(loses) },
          { id: 'after', head: 'Would see', align: 'end', cell: ({ after }) => number(after) },
        ]}
      />
    </>
  )
}
