/** The middle pane: a document, as itself, as text, as metadata, with its history; hits marked. */

import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { memo, type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { conversationType } from '#contracts/conversation-type.ts'
import type { DocumentDetail } from '#contracts/documents.ts'
import type { Node } from '#query/tree.ts'
import { withAreas } from '#src/areas/lazy.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { choosePane, focusHit, open, wantDocument } from '../../commands/review.ts'
import { requestPage } from '../../commands/review-list.ts'
import { hasResult, isEmptyProject } from '../../events/review/views.ts'
import { highlightSets } from '../../reads/highlight-sets.ts'
import { $online } from '../../stores/network.ts'
import type { RefusalPlace } from '../../stores/refusals.ts'
import { $currentDocument, $shown, $tree, type Pane, pageOf, type TabView } from '../../stores/review.ts'
import { $textShown } from '../../stores/texts.ts'
import { useRead } from '../ui/answer.ts'
import { part } from '../ui/part.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { DocumentHead } from './document-head.tsx'
// Not on demand: what is typed right behind its key is meant for it.
import { FindBar } from './find-bar.tsx'
import { useFindInside } from './find-inside.ts'
import { nothing, TextNote, Unmarked, useFinder } from './finding.tsx'
import { useHitKeys } from './hit-keys.ts'
import { HtmlBody } from './html-body.tsx'
import { hasSheets, shownPane } from './panes.ts'
import { TextBody } from './text-body.tsx'
import { ViewerBar } from './viewer-bar.tsx'

/** Most documents are none: it comes with the first that is. */
const SheetPane = part(
  withAreas(['sheets', 'redaction', 'redactedCells'], () =>
    import('../sheets/sheet-pane.tsx').then((loaded) => loaded.SheetPane),
  ),
  <Skeleton rows={12} />,
)

/** It comes with the first search that marks anything. */
const HitBar = part(() => import('./hit-bar.tsx').then((module) => module.HitBar))

export const Viewer = memo(function Viewer({
  timeZone,
  projectId,
  mayDownload,
  says,
  alone,
  empty,
}: {
  readonly timeZone: string
  readonly projectId: number
  readonly mayDownload: boolean
  /** Refusals that are said here: all of them where the document stands alone. */
  readonly says: readonly RefusalPlace[]
  /** In a window of its own. */
  readonly alone: boolean
  /** What stands here where the project holds no documents. */
  readonly empty: ReactElement
}): ReactElement {
  const { shown, document, tree, online, run } = useUnit({
    shown: $shown,
    document: $currentDocument,
    tree: $tree,
    online: $online,
    run: dispatch,
  })
  const ofSheets = hasSheets(document)
  const onPane = useCallback((pane: Pane) => run(choosePane({ pane, ofSheets })), [run, ofSheets])
  const current = shown.current
  useWantedTree(shown, tree)
  useWanted(document === null && !shown.failed ? (current?.documentId ?? null) : null)
  return (
    <chakra.section
      aria-label="Document"
      // Given the keyboard where it takes the list's place.
      tabIndex={-1}
      _focusVisible={{ outlineOffset: '-2px' }}
      data-document-shown={document?.documentId}
      display="flex"
      flexDirection="column"
      height="full"
      minWidth="0"
      background="canvas"
    >
      <ViewerBar
        view={shown}
        document={document}
        original={document && mayDownload && online ? addressOf(document, projectId) : null}
        says={says}
        alone={alone}
        onPane={onPane}
      />
      {current !== null && document === null && !online ? (
        <EmptyState icon="offline" title="This document is not on this device">
          It is fetched as soon as the server can be reached. Until it shows, it cannot be coded.
        </EmptyState>
      ) : shown.failed && document === null ? (
        <ErrorState
          title="The document could not be shown"
          message={shown.failed.message}
          onRetry={
            current
              ? () => run(open({ documentId: current.documentId, position: current.position }))
              : undefined
          }
        />
      ) : current === null && isEmptyProject(shown.list) ? (
        empty
      ) : current === null ? (
        <EmptyState icon="review" title="No document is open">
          Choose one in the list, or press j for the first.
        </EmptyState>
      ) : document === null ? (
        <Skeleton rows={8} />
      ) : (
        <Shown
          document={document}
          pane={shownPane(shown, document)}
          projectId={projectId}
          tree={tree}
          noise={shown.list?.noise}
          timeZone={timeZone}
          focused={shown.hit?.documentId === document.documentId ? shown.hit.index : null}
        />
      )}
    </chakra.section>
  )
})

/** Where its file is; of a redacted one, under which one may not see, the redacted file. */
const addressOf = ({ documentId, asItLeaves }: DocumentDetail, projectId: number): string =>
  asItLeaves === true
    ? `/rest/viewer/redacted-file?projectId=${projectId}&documentId=${documentId}`
    : `/rest/review/document/${documentId}/native?projectId=${projectId}`

/**
 * After a reload, or in a window that shows what another one has opened, nobody has asked for the document here. The
 * opening itself asks at once, so a short wait keeps it from being asked for twice.
 */
function useWanted(documentId: number | null): void {
  const run = useUnit(dispatch)
  useEffect(() => {
    if (documentId === null) return
    const wait = setTimeout(() => run(wantDocument({ documentId })), 40)
    return () => clearTimeout(wait)
  }, [documentId, run])
}

/**
 * The same for what hits are marked with: it comes with any page of the result. The list asks for its pages itself, so
 * a longer wait finds it here, except in a window without a list.
 */
function useWantedTree(view: TabView, tree: Node | null): void {
  const run = useUnit(dispatch)
  const { list, current } = view
  const page =
    tree === null && current !== null && hasResult(list) && list.reading !== ''
      ? pageOf(list, current.position ?? 0)
      : null
  useEffect(() => {
    if (page === null) return
    const wait = setTimeout(() => run(requestPage({ page, again: true })), 150)
    return () => clearTimeout(wait)
  }, [page, run])
}

const waiting = <Skeleton rows={8} />
/** Fetched with the first document whose text was recognised, or in whose text somebody is led to a place. */
const Texts = part(() => import('./texts.tsx').then((module) => module.Texts), waiting)
/** Fetched when they are first looked at. */
const MetadataPane = part(
  withAreas(['fields'], () => import('./metadata-pane.tsx').then((module) => module.MetadataPane)),
  waiting,
)
const PagesPane = part(
  withAreas(['pages', 'highlights', 'redaction'], () =>
    import('../pages/pages-pane.tsx').then((module) => module.PagesPane),
  ),
  waiting,
)
/** Fetched with the first redacted document under whose redactions one may not see. */
const AsItLeaves = part(
  withAreas(['pages'], () => import('./as-it-leaves.tsx').then((module) => module.AsItLeaves)),
  waiting,
)
const RelatedPane = part(
  withAreas(['analysis'], () => import('../analysis/related-pane.tsx').then((module) => module.RelatedPane)),
  waiting,
)
const HistoryPane = part(
  () => import('../history/history-pane.tsx').then((module) => module.HistoryPane),
  waiting,
)

/** Fetched where the project has sets, or the query may have hits in fields. */
const Highlights = part(
  withAreas(['highlights'], () => import('../highlights/highlights.tsx').then((module) => module.Highlights)),
)

/** Fetched with the first document that is not alone. */
const FamilyStrip = part(() => import('./family-strip.tsx').then((module) => module.FamilyStrip))

const noHits: readonly number[] = []

/** Of page images their pane says itself where words stand. */
const highlighted: readonly Pane[] = ['document', 'text', 'metadata', 'sheet']

const ConversationPane = part(
  () => import('../conversation/conversation-pane.tsx').then((module) => module.ConversationPane),
  <Skeleton rows={12} />,
)

function Shown({
  document,
  pane,
  projectId,
  tree,
  noise,
  timeZone,
  focused,
}: {
  readonly document: DocumentDetail
  readonly pane: Pane
  readonly projectId: number
  readonly tree: Node | null
  readonly noise: readonly string[] | undefined
  readonly timeZone: string
  readonly focused: number | null
}): ReactElement {
  const { run, chosen } = useUnit({ run: dispatch, chosen: $textShown })
  const isLed = chosen?.documentId === document.documentId && chosen.place !== null
  const [found, setFound] = useState(noHits)
  const onHits = useCallback(
    (terms: readonly number[]) => setFound((before) => (before.length + terms.length === 0 ? before : terms)),
    [],
  )
  const finder = useFinder(tree, noise)
  const { terms, find } = finder ?? nothing
  const onFocus = useCallback(
    (index: number) => run(focusHit({ documentId: document.documentId, index })),
    [run, document.documentId],
  )
  const marked = pane === 'document' || pane === 'text'
  const html = pane === 'document' ? document.html : null
  // Nothing is marked where there is nothing to read: what was found belongs to the document before.
  const hits = html === null && document.text === null ? noHits : found
  const onStep = (by: 1 | -1) => onFocus(((focused ?? (by === 1 ? -1 : 0)) + by + hits.length) % hits.length)
  useHitKeys(marked && hits.length > 0, onStep)
  const body = useRef<HTMLDivElement>(null)
  const sets = useRead(highlightSets, {}, { once: true }).value
  const hasSets = sets !== null && sets.totalCount > 0
  const { asked, close } = useFindInside(pane)
  const Body = pane === 'document' && document.mimeType === conversationType ? ConversationPane : TextBody

  return (
    <>
      <DocumentHead document={document} timeZone={timeZone} />
      <chakra.div ref={body} flex="1" minHeight="0" overflow="hidden" data-document-body>
        {document.asItLeaves === true && pane !== 'metadata' ? (
          <AsItLeaves key={document.documentId} document={document} pane={pane} projectId={projectId} />
        ) : pane === 'pages' ? (
          <PagesPane
            key={document.documentId}
            documentId={document.documentId}
            projectId={projectId}
            terms={terms}
            find={find}
          />
        ) : pane === 'metadata' ? (
          <MetadataPane documentId={document.documentId} timeZone={timeZone} />
        ) : pane === 'sheet' ? (
          <SheetPane documentId={document.documentId} terms={terms} find={find} />
        ) : pane === 'related' ? (
          <RelatedPane documentId={document.documentId} timeZone={timeZone} />
        ) : pane === 'history' ? (
          <HistoryPane documentId={document.documentId} />
        ) : html !== null ? null : Body === TextBody &&
          (isLed || document.texts.some(({ origin }) => origin !== 'extracted')) ? (
          <Texts document={document} find={find} focused={focused} onHits={onHits} />
        ) : document.text !== null ? (
          <Body
            documentId={document.documentId}
            timeZone={timeZone}
            text={document.text}
            find={find}
            focused={focused}
            onHits={onHits}
          />
        ) : (
          <EmptyState icon="file" title="There is no text to read yet">
            {document.noText ?? 'This document holds no text.'}
          </EmptyState>
        )}
        <HtmlBody html={html} find={find} focused={focused} onHits={onHits} />
      </chakra.div>
      {document.textTruncated && marked && (
        <TextNote>The text is longer than the project keeps searchable: what follows is cut off.</TextNote>
      )}
      {asked > 0 && <FindBar body={body} asked={asked} onClose={close} />}
      {finder === undefined && (marked || pane === 'sheet') && <Unmarked />}
      {terms.length > 0 && marked && document.asItLeaves === undefined && (
        <HitBar
          terms={terms.map(({ label }, term) => ({
            text: label,
            count: hits.filter((one) => one === term).length,
          }))}
          total={hits.length}
          focused={focused}
          onFocus={onFocus}
          onStep={onStep}
          firstOf={(term) => Math.max(0, hits.indexOf(term))}
        />
      )}
      {highlighted.includes(pane) && document.asItLeaves === undefined && (hasSets || tree !== null) && (
        <Highlights body={body} documentId={document.documentId} tree={tree} partial={pane === 'sheet'} />
      )}
      {document.family.length > 1 && <FamilyStrip document={document} />}
    </>
  )
}
