/** The documents of the plan, with their numbers, how each goes out, and what became of it. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { treatmentWords } from '#contracts/production-words.ts'
import type { PlannedDocument } from '#contracts/productions.ts'
import { plannedDocuments } from '#src/reads/production.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted, number } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { NumberLinks } from './page-link.tsx'
import { PlacePages, usePlaces } from './place-pages.tsx'
import { documentStates } from './words.ts'

export function Documents({
  productionId,
  isMade,
  failed,
  asOf,
}: {
  readonly productionId: number
  /** Its pages can be looked at as they left. */
  readonly isMade: boolean
  /** How many could not be made: they stand first. */
  readonly failed: number
  readonly asOf: string
}): ReactElement {
  return (
    <>
      {failed > 0 && (
        <Planned title="Documents that could not be made" {...{ productionId, isMade, asOf }} failed />
      )}
      <Planned title="Documents" {...{ productionId, isMade, asOf }} failed={false} />
    </>
  )
}

function Planned({
  title,
  productionId,
  isMade,
  failed,
  asOf,
}: {
  readonly title: string
  readonly productionId: number
  readonly isMade: boolean
  readonly failed: boolean
  readonly asOf: string
}): ReactElement {
  const places = usePlaces()
  const answer = useRead(plannedDocuments, { productionId, failed, after: places.after }, { asOf })
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
        <EmptyState icon="production" title="The plan is not written yet">
          Each document stands here with its number as soon as its pages are counted.
        </EmptyState>
      )}
      {value !== null && value.data.length > 0 && (
        <Table
          label={title}
          rows={value.data}
          columns={columnsOf(isMade ? productionId : null)}
          keyOf={({ place }) => place}
        />
      )}
      <PlacePages title={title} {...places.pagesOf(value)} />
    </Section>
  )
}

/** `shown`: the production whose pages can be looked at; null: they are not made yet. */
const columnsOf = (shown: number | null): readonly Column<PlannedDocument>[] => [
  {
    id: 'number',
    head: 'Number',
    cell: ({ documentId, first, last, pages }) =>
      first === '' ? (
        <chakra.span color="faint">–</chakra.span>
      ) : (
        <NumberLinks {...{ documentId, first, last, pages }} productionId={shown} />
      ),
  },
  {
    id: 'document',
    head: 'Document',
    cell: ({ documentId, controlNumber, fileName }) => (
      <chakra.div minWidth="120px" maxWidth="min(280px, 26vw)">
        <DocumentLink documentId={documentId} controlNumber={controlNumber} />
        <chakra.div fontSize="xs" color="faint" truncate>
          <Foreign text={fileName} />
        </chakra.div>
      </chakra.div>
    ),
  },
  { id: 'pages', head: 'Pages', align: 'end', cell: ({ pages }) => number(pages) },
  {
    id: 'goes',
    head: 'Goes out as',
    cell: ({ treatment, redacted }) => `${treatmentWords[treatment]}${redacted ? ', redacted' : ''}`,
  },
  {
    id: 'designation',
    head: 'Designation',
    from: 'md',
    cell: ({ designation }) => <Foreign text={designation} />,
  },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, fault }) => (
      <chakra.div py="1">
        <Badge tone={documentStates[state].tone}>{documentStates[state].word}</Badge>
        {fault !== null && (
          <chakra.div fontSize="xs" color="dangerInk" maxWidth="280px">
            {fault}
          </chakra.div>
        )}
      </chakra.div>
    ),
  },
]
