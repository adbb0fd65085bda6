/** Which fields leave a project neither by an export nor by a sync: what every project leaves out, and what this one adds. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import {
  type ExcludedFields,
  type Exit,
  excludedAlways,
  exits,
  isExcludedAlways,
} from '#contracts/excluded-fields.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changeExcluded } from '#src/commands/settings.ts'
import { excludedFields } from '#src/reads/settings.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

const names: Readonly<Record<Exit, string>> = {
  export: 'Exports',
  externalSync: 'Sync with an external platform',
}

export function ExcludedFieldsSection(): ReactElement {
  const may = useWho().can('project.manage')
  const answer = useRead(excludedFields, {})
  const { value } = answer
  const [changing, setChanging] = useState(false)
  return (
    <Section
      title="Excluded fields"
      aside={
        may &&
        value !== null && (
          <Button size="sm" aria-label="Change excluded fields" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      <Missing
        answer={answer}
        rows={2}
        title="The excluded fields could not be loaded"
        onRetry={answer.again}
      />
      {value !== null && (
        <Table
          label="Excluded fields"
          rows={exits}
          columns={[
            { id: 'exit', head: 'Of', width: '220px', cell: (exit) => names[exit] },
            {
              id: 'own',
              head: 'In this project',
              cell: (exit) => <Named names={value[exit]} none="None of its own" />,
            },
            {
              id: 'always',
              head: 'In every project',
              from: 'md',
              cell: (exit) => <Named names={excludedAlways[exit]} none="" />,
            },
          ]}
          keyOf={(exit) => exit}
        />
      )}
      {changing && value !== null && <ExcludedDialog excluded={value} onClose={() => setChanging(false)} />}
    </Section>
  )
}

const Named = ({
  names: all,
  none,
}: {
  readonly names: readonly string[]
  readonly none: string
}): ReactElement =>
  all.length === 0 ? (
    <chakra.span color="faint">{none}</chakra.span>
  ) : (
    <chakra.span overflowWrap="anywhere" title={counted(all.length, 'field')}>
      {all.join(', ')}
    </chakra.span>
  )

type FieldRow = ExcludedFields['fields'][number]

function ExcludedDialog({
  excluded,
  onClose,
}: {
  readonly excluded: ExcludedFields
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  // As they were when this opened: what somebody else changes meanwhile is not overwritten.
  const [{ fields, version, ...before }] = useState(excluded)
  const [chosen, setChosen] = useState<Readonly<Record<Exit, readonly string[]>>>(before)
  const turn = (exit: Exit, name: string, out: boolean) => {
    const others = chosen[exit].filter((one) => one !== name)
    setChosen({ ...chosen, [exit]: out ? [...others, name] : others })
  }
  const column = (exit: Exit): Column<FieldRow> => ({
    id: exit,
    head: names[exit],
    width: '120px',
    cell: ({ name, displayName }) => {
      const always = isExcludedAlways(exit, name)
      return (
        <input
          type="checkbox"
          aria-label={`${names[exit]}: leave ${displayName} out`}
          title={always ? 'Every project leaves it out.' : undefined}
          disabled={always}
          checked={always || chosen[exit].includes(name)}
          onChange={(event) => turn(exit, name, event.currentTarget.checked)}
        />
      )
    },
  })
  return (
    <Dialog
      open
      size="lg"
      title="Excluded fields"
      onClose={onClose}
      onSubmit={() => {
        run(changeExcluded({ export: [...chosen.export], externalSync: [...chosen.externalSync], version }))
        onClose()
      }}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary">
            Save
          </Button>
        </>
      }
    >
      <p>
        What is chosen here leaves the project by no export and by no sync. A coding activity that is exported
        says who changed such a field and when, and none of its values.
      </p>
      <chakra.div maxHeight="50vh" overflowY="auto">
        <Table
          label="Fields of the project"
          rows={fields}
          columns={[
            { id: 'name', head: 'Field', cell: ({ displayName }) => displayName },
            ...exits.map(column),
          ]}
          keyOf={({ fieldId }) => fieldId}
        />
      </chakra.div>
    </Dialog>
  )
}
