/** The documents of an export in its order: how each leaves, and what became of it. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import type { ExportedDocument } from '#contracts/exports.ts'
import { exportedDocuments } from '#src/reads/exports.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { PlacePages, usePlaces } from '../production/place-pages.tsx'
import { documentStates } from '../production/words.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { leavesAs } from './words.ts'

export function ExportDocuments({
  exportId,
  failed,
  asOf,
}: {
  readonly exportId: number
  /** How many could not be made: they stand first. */
  readonly failed: number
  readonly asOf: string
}): ReactElement {
  return (
    <>
      {failed > 0 && <Listed title="Documents that could not be made" {...{ exportId, asOf }} failed />}
      <Listed title="Documents" {...{ exportId, asOf }} failed={false} />
    </>
  )
}

function Listed({
  title,
  exportId,
  failed,
  asOf,
}: {
  readonly title: string
  readonly exportId: number
  readonly failed: boolean
  readonly asOf: string
}): ReactElement {
  const places = usePlaces()
  const answer = useRead(exportedDocuments, { exportId, failed, after: places.after }, { asOf })
  const { value } = answer
  return (
    <Section
      title={title}
      aside={
        <chakra.span fontSize="xs" color="faint">
          {value === null ? '' : counted(value.totalCount, 'document')}
        </chakra.span>
      }
    >
      <Missing answer={answer} rows={6} title="The documents could not be loaded" onRetry={answer.again} />
      {value !== null && value.data.length === 0 && (
        <EmptyState icon="external" title="The pages are being counted">
          Each document stands here as soon as it is known how it leaves.
        </EmptyState>
      )}
      {value !== null && value.data.length > 0 && (
        <Table label={title} rows={value.data} columns={columns} keyOf={({ place }) => place} />
      )}
      <PlacePages title={title} {...places.pagesOf(value)} />
    </Section>
  )
}

const columns: readonly Column<ExportedDocument>[] = [
  { id: 'place', head: '#', align: 'end', width: '56px', cell: ({ place }) => number(place) },
  {
    id: 'document',
    head: 'Document',
    cell: ({ documentId, controlNumber, fileName }) => (
      <chakra.div minWidth="120px" maxWidth="min(360px, 32vw)">
        <DocumentLink documentId={documentId} controlNumber={controlNumber} />
        <chakra.div fontSize="xs" color="faint" truncate>
          <Foreign text={fileName} />
        </chakra.div>
      </chakra.div>
    ),
  },
  { id: 'pages', head: 'Pages', align: 'end', cell: ({ pages }) => number(pages) },
  { id: 'leaves', head: 'Goes out as', cell: leavesAs },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, fault }) => (
      <chakra.div py="1">
        <Badge tone={documentStates[state].tone}>{documentStates[state].word}</Badge>
        {fault !== null && (
          <chakra.div fontSize="xs" color={state === 'failed' ? 'dangerInk' : 'muted'} maxWidth="280px">
            {fault}
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
]
