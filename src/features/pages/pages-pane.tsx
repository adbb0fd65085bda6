/** A document as it looks: its page images below each other, a picture, or a rendition. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement, ReactNode } from 'react'
import { type DocumentPages, originalImage, receivedImages } from '#contracts/pages.ts'
import type { LegendEntry } from '#query/hits.ts'
import { documentPages, imageTypes } from '#src/reads/pages.ts'
import { $pagesView } from '#src/stores/pages.ts'
import { type ShownSet, useSets } from '../highlights/sets.ts'
import { Redacting } from '../redaction/redacting.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { HtmlBody } from '../viewer/html-body.tsx'
import type { Hit } from '../viewer/marks.ts'
import { ImageChooser } from './image-chooser.tsx'
import { MarkedPages } from './marked-pages.tsx'
import { PageList } from './page-list.tsx'
import type { PageOver } from './page-over.ts'
import { ProducedPane } from './produced-pane.tsx'
import { ReceivedPane } from './received-pane.tsx'

interface Marking {
  /** What the query looks for. */
  readonly terms: readonly LegendEntry[]
  readonly find: (text: string) => readonly Hit[]
}

/** The server answers late while it finds out; then it is asked again soon. */
const againMs = 1_000

type OfPane = Marking & {
  readonly documentId: number
  readonly projectId: number
}

/** As a production has them, where one was chosen that has the document; otherwise its own. */
export function PagesPane(props: OfPane): ReactElement {
  const { documentId, projectId } = props
  const { productionId: usual, sought } = useUnit($pagesView)
  const productionId = sought?.documentId === documentId ? sought.productionId : usual
  // A production may have it, or images may have come with it.
  const types = useRead(imageTypes, { documentId }).value ?? []
  const chosen = types.find((type) => type.productionId === productionId)
  const chooser = types.length < 2 ? null : <ImageChooser types={types} chosen={chosen ?? originalImage} />
  if (chosen?.productionId === receivedImages.productionId)
    return <ReceivedPane {...{ documentId, projectId, chooser }} />
  if (chosen === undefined) return <OwnPages {...props} chooser={chooser} />
  return (
    <ProducedPane
      {...{ documentId, projectId, chooser }}
      productionId={chosen.productionId}
      name={chosen.name}
    />
  )
}

function OwnPages({
  documentId,
  projectId,
  terms,
  find,
  chooser,
}: OfPane & { readonly chooser: ReactNode }): ReactElement {
  const sets = useSets()
  const { value, failure, again } = useRead(
    documentPages,
    { documentId },
    { once: true, every: (held) => (held?.state === 'rendering' ? againMs : undefined) },
  )
  if (value?.state === 'ready' && value.html === null)
    return <Images {...{ value, projectId, terms, find, sets, chooser }} />
  const instead = ((): ReactElement => {
    if (value === null)
      return failure === null ? (
        <Skeleton rows={8} />
      ) : (
        <ErrorState title="The pages could not be loaded" message={failure.message} onRetry={again} />
      )
    switch (value.state) {
      case 'rendering':
        return (
          <EmptyState icon="file" title="The pages are being drawn">
            They show here as soon as they are there. The text can be read meanwhile.
          </EmptyState>
        )
      case 'none':
        return (
          <EmptyState icon="file" title="There are no page images">
            {value.reason}
          </EmptyState>
        )
      case 'failed':
        return <ErrorState title="The pages cannot be shown" message={value.reason ?? ''} />
      case 'ready':
        return <Rendition html={value.html ?? ''} reason={value.reason} find={find} />
    }
  })()
  if (chooser === null) return instead
  // Others can be looked at where these are not to be had.
  return (
    <chakra.div height="full" display="flex" flexDirection="column" minHeight="0">
      <chakra.div px="2" py="1" borderBottomWidth="1px" borderColor="line">
        {chooser}
      </chakra.div>
      <chakra.div flex="1" minHeight="0">
        {instead}
      </chakra.div>
    </chakra.div>
  )
}

function Images({
  value,
  projectId,
  terms,
  find,
  sets,
  chooser,
}: Marking & {
  readonly chooser: ReactNode
  readonly value: DocumentPages
  readonly projectId: number
  readonly sets: readonly ShownSet[]
}): ReactElement {
  const pages = {
    ...{ documentId: value.documentId, projectId, images: value.pages },
    small: value.origin === 'picture',
    chooser,
  }
  const { can } = useWho()
  const drawn = (over: PageOver | null): ReactElement =>
    terms.length + sets.length === 0 ? (
      <PageList {...pages} over={over} />
    ) : (
      <MarkedPages {...pages} terms={terms} find={find} sets={sets} over={over} />
    )
  return (
    <chakra.div
      height="full"
      display="flex"
      flexDirection="column"
      minHeight="0"
      // What the bars show depends on the room that the panes leave.
      css={{ containerType: 'inline-size' }}
    >
      {value.origin === 'rendition' && (
        <Slip>Rendition: laid out on the server. Pages may differ from those that its author saw.</Slip>
      )}
      {value.reason !== null && <Slip>{value.reason}</Slip>}
      {can('redaction.see') ? (
        <Redacting documentId={value.documentId} images={value.pages}>
          {drawn}
        </Redacting>
      ) : (
        drawn(null)
      )}
    </chakra.div>
  )
}

const nobody = () => undefined

function Rendition({
  html,
  reason,
  find,
}: Pick<Marking, 'find'> & {
  readonly html: string
  readonly reason: string | null
}): ReactElement {
  return (
    <chakra.div height="full" display="flex" flexDirection="column" minHeight="0">
      <Slip>Rendition: made from the document to be read here. Its pages and layout may differ.</Slip>
      {reason !== null && <Slip>{`There are no pages of it. ${reason}`}</Slip>}
      {html.trim() === '' ? (
        <EmptyState icon="file" title="The rendition is empty">
          Nothing of the document's body could be shown here.
        </EmptyState>
      ) : (
        <chakra.div flex="1" minHeight="0">
          <HtmlBody html={html} find={find} focused={null} onHits={nobody} />
        </chakra.div>
      )}
    </chakra.div>
  )
}

function Slip({ children }: { readonly children: string }): ReactElement {
  return (
    <chakra.p role="note" px="4" py="1" fontSize="xs" color="attentionInk" background="attentionGround">
      {children}
    </chakra.p>
  )
}
