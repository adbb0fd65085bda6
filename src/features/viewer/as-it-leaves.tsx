/** A redacted document for whoever may not see under its redactions: its burned pages, and the text that can be read on them. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useMemo } from 'react'
import type { DocumentDetail } from '#contracts/documents.ts'
import type { AsItLeaves as Shown } from '#contracts/redactions.ts'
import { asItLeavesRead } from '#src/reads/pages.ts'
import type { Pane } from '#src/stores/review.ts'
import { PageList } from '../pages/page-list.tsx'
import type { PageOver } from '../pages/page-over.ts'
import { useRead } from '../ui/answer.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { nothing } from './finding.tsx'
import { TextBody } from './text-body.tsx'

/** It is made while one waits; then it is asked for again soon. */
const againMs = 1_000

/** What its own views show may stand under a redaction. */
const closed: Partial<Record<Pane, string>> = {
  related: 'Which documents say the same, or belong to its thread, is known by words that may be covered.',
  history: 'Its history tells what files and values it had, and these may be covered.',
}

export function AsItLeaves({
  document: { documentId },
  pane,
  projectId,
}: {
  readonly document: Pick<DocumentDetail, 'documentId'>
  readonly pane: Pane
  readonly projectId: number
}): ReactElement {
  const why = closed[pane]
  return (
    <chakra.div height="full" display="flex" flexDirection="column" minHeight="0">
      <chakra.p role="note" px="4" py="1" fontSize="xs" color="attentionInk" background="attentionGround">
        Parts of this document are redacted. You see its pages and its text as they would leave the project.
        Its own file, its message view, its sheets and its other texts are not shown, because they hold what
        is covered.
      </chakra.p>
      {why === undefined ? (
        <Made documentId={documentId} pane={pane} projectId={projectId} />
      ) : (
        <EmptyState icon="file" title="This is not shown of a redacted document">
          {why}
        </EmptyState>
      )}
    </chakra.div>
  )
}

function Made({
  documentId,
  pane,
  projectId,
}: {
  readonly documentId: number
  readonly pane: Pane
  readonly projectId: number
}): ReactElement {
  const { value, failure, again } = useRead(
    asItLeavesRead,
    { documentId },
    // Asked for whenever it is opened: more may be covered by now.
    { every: (held) => (held?.state === 'rendering' ? againMs : undefined) },
  )
  if (value === null)
    return failure === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState title="The document could not be shown" message={failure.message} onRetry={again} />
    )
  switch (value.state) {
    case 'rendering':
      return (
        <EmptyState icon="file" title="The redacted pages are being made">
          They show here once a second reader has found nothing covered in them.
        </EmptyState>
      )
    case 'withheld':
      return (
        <EmptyState icon="file" title="Nothing of this document can be shown to you">
          {value.reason}
        </EmptyState>
      )
    case 'ready':
      return pane === 'text' ? (
        <Readable shown={value} />
      ) : (
        <Pages shown={value} projectId={projectId} onFailed={again} />
      )
  }
}

function Pages({
  shown: { documentId, revision, pages },
  projectId,
  onFailed,
}: {
  readonly shown: Shown
  readonly projectId: number
  /** They were redacted anew since. */
  readonly onFailed: () => void
}): ReactElement {
  const images = useMemo(
    () => pages.map(({ width, height, dpi }) => ({ width, height, dpi, fault: null })),
    [pages],
  )
  const over = useMemo<PageOver>(
    () => ({
      ...{ Layer: null, burned: { revision, onFailed } },
      ...{ goTo: null, tools: null, under: null, onPage: nobody },
    }),
    [revision, onFailed],
  )
  return <PageList documentId={documentId} projectId={projectId} images={images} small={false} over={over} />
}

const nobody = (): void => undefined

function Readable({ shown: { pages } }: { readonly shown: Shown }): ReactElement {
  const text = pages.map((page) => page.text).join('\n\n')
  if (text.trim() === '')
    return (
      <EmptyState icon="file" title="There is no text to read">
        No letter of its pages is known that stands in the open.
      </EmptyState>
    )
  return (
    <chakra.div flex="1" minHeight="0">
      <TextBody text={text} find={nothing.find} focused={null} onHits={nobody} />
    </chakra.div>
  )
}
