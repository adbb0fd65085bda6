/** Documents whose redactions are to be checked: nothing of them goes out until somebody has said that they are right. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { DocumentToCheck } from '#contracts/redaction-check.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { checkDocument } from '#src/commands/redaction-log.ts'
import { redactionsToCheckRead } from '#src/reads/redaction-log.ts'
import { DocumentLink } from '../processing/document-link.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Section } from '../ui/page.tsx'
import { ErrorState } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'

/** Others check, and jobs replace files. */
const refreshMs = 30_000

export function ToCheck(): ReactElement | null {
  const run = useUnit(dispatch)
  const { can } = useWho()
  /** Documents behind which the pages before this one began. */
  const [path, setPath] = useState<readonly number[]>([])
  const after = path.at(-1) ?? null
  const { value, failure, again } = useRead(redactionsToCheckRead, { after }, { every: refreshMs })
  if (value === null)
    return failure === null ? null : (
      <ErrorState
        title="The redactions to be checked could not be loaded"
        message={failure.message}
        onRetry={again}
      />
    )
  const { totalCount, data, next } = value
  if (totalCount === 0) return null
  const columns: readonly Column<DocumentToCheck>[] = [
    {
      id: 'document',
      head: 'Document',
      cell: ({ documentId, controlNumber, onPages }) => (
        <DocumentLink
          documentId={documentId}
          controlNumber={controlNumber}
          pane={onPages > 0 ? 'pages' : 'sheet'}
        />
      ),
    },
    {
      id: 'why',
      head: 'Why',
      cell: ({ why }) => (why === 'file' ? 'It has another file' : 'Its pages were laid out anew'),
    },
    { id: 'count', head: 'To be checked', cell: countOf },
    ...(can('redaction.draw')
      ? [
          {
            id: 'check',
            head: '',
            cell: ({ documentId, revision, controlNumber, ofOthers }: DocumentToCheck) =>
              ofOthers && !can('redaction.ofOthers') ? (
                <chakra.span color="muted">Some are by others: a review manager can check them</chakra.span>
              ) : (
                <Button
                  size="sm"
                  aria-label={`All redactions of ${controlNumber} are right`}
                  onClick={() => run(checkDocument({ documentId, revision }))}
                >
                  Checked
                </Button>
              ),
          },
        ]
      : []),
  ]
  return (
    <Section title={`${counted(totalCount, 'document')} to be checked`}>
      <chakra.p px="4" py="2" color="muted" fontSize="sm">
        Nothing of {totalCount === 1 ? 'it' : 'them'} goes out until then.
        {can('redaction.draw') &&
          ' Open each one and look whether its redactions still cover what they should; move, draw or remove what is wrong, then press Checked.'}
      </chakra.p>
      <Table
        label="Redactions to be checked"
        rows={data}
        columns={columns}
        keyOf={({ documentId }) => String(documentId)}
      />
      {(path.length > 0 || next !== null) && (
        <chakra.nav aria-label="Pages of documents to be checked" display="flex" gap="2" p="2">
          <Button disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
            Before
          </Button>
          <Button disabled={next === null} onClick={() => next !== null && setPath([...path, next])}>
            Next
          </Button>
        </chakra.nav>
      )}
    </Section>
  )
}

/** '3 on its pages, 2 in its cells'. */
const countOf = ({ onPages, inCells }: DocumentToCheck): string =>
  [
    ...(onPages > 0 ? [`${counted(onPages, 'redaction')} on pages`] : []),
    ...(inCells > 0 ? [`${counted(inCells, 'redaction')} in cells`] : []),
  ].join(', ')
