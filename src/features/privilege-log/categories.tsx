/** The log by category: how many documents there are of each basis, author and treatment, and from when to when. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type { z } from 'zod/mini'
import type { logCategory } from '#contracts/privilege-log.ts'
import { privilegeLogCategories, privilegeLogVersions } from '#src/reads/privilege-log.ts'
import { useRead } from '../ui/answer.ts'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Select } from '../ui/input.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { Frame } from './privilege-log-screen.tsx'
import { treatmentNames } from './words.ts'

type Category = z.infer<typeof logCategory>

export function Categories({ frame }: { readonly frame: Frame }): ReactElement {
  const [version, setVersion] = useState('now')
  const versions = useRead(privilegeLogVersions, {}).value ?? []
  const answer = useRead(privilegeLogCategories, { versionId: version === 'now' ? null : Number(version) })
  const { value } = answer
  return frame(
    <Section
      title="Basis, author and treatment"
      aside={
        <>
          <chakra.span fontSize="xs" color="faint">
            {value === null ? '' : counted(value.length, 'category', 'categories')}
          </chakra.span>
          <chakra.div width="220px">
            <Select
              aria-label="Which log"
              value={version}
              choices={[
                { value: 'now', label: 'As it stands now' },
                ...versions.map(({ versionId, name }) => ({ value: String(versionId), label: name })),
              ]}
              onChoose={setVersion}
            />
          </chakra.div>
        </>
      }
    >
      <Missing answer={answer} rows={5} title="The categories could not be counted" onRetry={answer.again} />
      {value !== null && value.length === 0 && (
        <EmptyState icon="lock" title="Nothing to count">
          Nothing is on this log.
        </EmptyState>
      )}
      {value !== null && value.length > 0 && (
        <Table
          label="Categories"
          rows={value}
          columns={columns}
          keyOf={({ basis, author, treatment }) => JSON.stringify([basis, author, treatment])}
        />
      )}
    </Section>,
  )
}

const columns: readonly Column<Category>[] = [
  {
    id: 'basis',
    head: 'Basis',
    cell: ({ basis }) =>
      basis === '' ? <chakra.span color="attentionInk">No basis yet</chakra.span> : <Foreign text={basis} />,
  },
  { id: 'author', head: 'Author', cell: ({ author }) => <Foreign text={author} /> },
  { id: 'treatment', head: 'Treatment', cell: ({ treatment }) => treatmentNames[treatment] },
  { id: 'documents', head: 'Documents', align: 'end', cell: ({ documents }) => number(documents) },
  { id: 'from', head: 'From', from: 'sm', cell: ({ from }) => from },
  { id: 'to', head: 'To', from: 'sm', cell: ({ to }) => to },
]
