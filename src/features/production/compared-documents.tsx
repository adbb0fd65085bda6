/** The documents of two productions, each with its numbers in both and what differs. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useState } from 'react'
import type {
  ComparedDocument,
  ComparedSide,
  Comparison,
  ComparisonKind,
} from '#contracts/production-comparison.ts'
import { comparisonWords, treatmentWords } from '#contracts/production-words.ts'
import { quoted } from '#query/lex.ts'
import { documentsCompared } from '#src/reads/production.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { useLeads } from '../project/leads.ts'
import { useRead } from '../ui/answer.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { counted } from '../ui/format.ts'
import { LeadTo } from '../ui/lead.tsx'
import { Section } from '../ui/page.tsx'
import { EmptyState, Missing } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { NumberLinks } from './page-link.tsx'
import { comparisonTones } from './words.ts'

interface Asked {
  readonly productionId: number
  readonly otherId: number
  readonly kind: ComparisonKind | null
  readonly field: string | null
}

export function ComparedDocuments({
  comparison: { first, second },
  asked,
}: {
  readonly comparison: Comparison
  readonly asked: Asked
}): ReactElement {
  /** Where the pages up to this one begin; none: it is the first. */
  const [path, setPath] = useState<readonly string[]>([])
  const answer = useRead(documentsCompared, { ...asked, after: path.at(-1) ?? null })
  const { value } = answer
  const next = value?.next ?? null
  return (
    <Section title="Documents" aside={<InReview first={first.name} second={second.name} kind={asked.kind} />}>
      <Missing answer={answer} rows={6} title="The documents could not be loaded" onRetry={answer.again} />
      {value !== null && value.data.length === 0 && (
        <EmptyState icon="ok" title="There is no such document">
          Choose another difference.
        </EmptyState>
      )}
      {value !== null && value.data.length > 0 && (
        <Table
          label="Documents of both"
          rows={value.data}
          columns={columnsOf(first, second)}
          keyOf={({ documentId }) => documentId}
        />
      )}
      {(path.length > 0 || next !== null) && (
        <chakra.nav aria-label="Pages of: Documents" display="flex" gap="2" px="4" py="2">
          <Button size="sm" disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
            Earlier
          </Button>
          <Button
            size="sm"
            disabled={next === null}
            onClick={() => next !== null && setPath([...path, next])}
          >
            Later
          </Button>
        </chakra.nav>
      )}
    </Section>
  )
}

const isIn = (name: string): string => `Production is ${quoted(name)}`

/** What the fields of documents can say: which production has them. */
function InReview({
  first,
  second,
  kind,
}: {
  readonly first: string
  readonly second: string
  readonly kind: ComparisonKind | null
}): ReactElement | null {
  const query =
    kind === null
      ? `${isIn(first)} OR ${isIn(second)}`
      : kind === 'onlyFirst'
        ? `${isIn(first)} AND NOT ${isIn(second)}`
        : kind === 'onlySecond'
          ? `${isIn(second)} AND NOT ${isIn(first)}`
          : null
  const lead = useLeads().documents(query ?? '')
  return query === null || lead === undefined ? null : <LeadTo lead={lead}>Open in review</LeadTo>
}

type Named = Comparison['first']

const columnsOf = (first: Named, second: Named): readonly Column<ComparedDocument>[] => [
  {
    id: 'document',
    head: 'Document',
    cell: ({ documentId, controlNumber, fileName }) => (
      <chakra.div minWidth="110px" maxWidth="min(220px, 18vw)" py="1">
        <DocumentLink documentId={documentId} controlNumber={controlNumber} />
        <chakra.div fontSize="xs" color="faint" truncate>
          <Foreign text={fileName} />
        </chakra.div>
      </chakra.div>
    ),
  },
  {
    id: 'first',
    head: <Foreign text={first.name} />,
    cell: ({ documentId, first: side }) => <Side documentId={documentId} production={first} side={side} />,
  },
  {
    id: 'second',
    head: <Foreign text={second.name} />,
    cell: ({ documentId, second: side }) => <Side documentId={documentId} production={second} side={side} />,
  },
  {
    id: 'differs',
    head: 'What differs',
    cell: (row) => <What {...row} />,
  },
]

function Side({
  documentId,
  production: { productionId },
  side,
}: {
  readonly documentId: number
  readonly production: Named
  readonly side: ComparedSide | null
}): ReactElement {
  if (side === null) return <chakra.span color="faint">Not in it</chakra.span>
  const { first, last, pages, treatment, designation, redacted } = side
  const goes = [
    counted(pages, 'page'),
    ...(treatment === 'images' ? [] : [treatmentWords[treatment]]),
    ...(redacted ? ['redacted'] : []),
  ]
  return (
    <chakra.div py="1" minWidth="130px">
      <NumberLinks {...{ documentId, productionId, first, last, pages }} />
      <chakra.div fontSize="xs" color="muted">
        {goes.join(' · ')}
        {designation !== '' && (
          <>
            {' · '}
            <Foreign text={designation} />
          </>
        )}
      </chakra.div>
    </chakra.div>
  )
}

function What({ differs, pages, pageCount, fields }: ComparedDocument): ReactElement {
  return (
    <chakra.div py="1" minWidth="200px" overflowWrap="anywhere">
      <chakra.div display="flex" gap="1" flexWrap="wrap">
        {differs.map((kind) => (
          <Badge key={kind} tone={comparisonTones[kind]}>
            {comparisonWords[kind]}
          </Badge>
        ))}
      </chakra.div>
      {pageCount > 0 && (
        <chakra.div fontSize="xs" color="muted">
          {pageCount === 1 ? 'Page' : 'Pages'} {pages.join(', ')}
          {pageCount > pages.length && ` and ${counted(pageCount - pages.length, 'other')}`}
        </chakra.div>
      )}
      {fields.length > 0 && (
        <chakra.dl fontSize="xs">
          {fields.map(({ source, name, first, second }) => (
            <div key={source}>
              <chakra.dt color="faint">
                <Foreign text={name} />
              </chakra.dt>
              <dd>
                <chakra.del color="muted" textDecoration="line-through">
                  <Value text={first} />
                </chakra.del>{' '}
                <chakra.ins textDecoration="none">
                  <Value text={second} />
                </chakra.ins>
              </dd>
            </div>
          ))}
        </chakra.dl>
      )}
    </chakra.div>
  )
}

/** Characters of a value that are shown. */
const shown = 300

const Value = ({ text }: { readonly text: string }): ReactElement =>
  text === '' ? <>empty</> : <Foreign text={text.length > shown ? `${text.slice(0, shown)}…` : text} />
