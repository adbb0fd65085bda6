/**
 * Review and inspect, and both fullscreen forms: one screen. The list on the left, the document in the middle, coding on
 * the right; a window that was pulled out shows the document alone.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { Project } from '#contracts/project.ts'
import { tagsEnabled } from '#contracts/project.ts'
import { withAreas } from '#src/areas/lazy.ts'
import { turnPanel } from '../../commands/bulk.ts'
import { loadForms } from '../../commands/coding-forms.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { follow } from '../../commands/review.ts'
import { recover } from '../../commands/review-list.ts'
import { sizePane } from '../../commands/shell.ts'
import { loadTags } from '../../commands/tags.ts'
import { $bulkOpen } from '../../stores/bulk.ts'
import { $online } from '../../stores/network.ts'
import { $listBatchId, $shown } from '../../stores/review.ts'
import { $choice, $project } from '../../stores/selection.ts'
import { shell } from '../../stores/shell.ts'
import { $tabId } from '../../stores/tab.ts'
import type { BatchActName } from '../assignments/batch-acts.ts'
import { CodingPanel } from '../coding-form/coding-panel.tsx'
import { focusForm } from '../coding-form/form-focus.ts'
import { useRecord } from '../history/use-record.ts'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { Panes } from '../ui/panes.tsx'
import { part } from '../ui/part.tsx'
import { Skeleton } from '../ui/states.tsx'
import { useMedia } from '../ui/use-media.ts'
import { followKey } from '../viewer/pop-out.ts'
import { Viewer } from '../viewer/viewer.tsx'
import { focusDocument, focusList, focusSearch, isListAway, isListFocused } from './list-focus.ts'
import { listKey } from './list-key.ts'
import { useKeptFullScreen } from './list-mode.tsx'
import { ListPane } from './list-pane.tsx'
import type { PaneName } from './one-pane.tsx'
import { ofBoth, ofDocument } from './refusal-places.ts'
import { useReviewKeys } from './review-keys.ts'
import { StatusLine } from './status-line.tsx'
import { useBeginning } from './use-beginning.ts'
import { useReviewClock } from './use-review-clock.ts'

const $panes = shell.$state.map(({ panes }) => panes)

export function ReviewScreen(): ReactElement {
  const [project, { projectId }] = useUnit([$project, $choice])
  const inspecting = useLocation().pathname.includes('inspect')
  if (projectId === null) {
    return <NoProject icon="review">Its documents are found, read and coded here.</NoProject>
  }
  return (
    <>
      <chakra.h1 srOnly>{inspecting ? 'Inspect' : 'Review'}</chakra.h1>
      {project === null ? <Skeleton rows={10} /> : <Screen project={project} key={project.projectId} />}
    </>
  )
}

/** Nothing is on the screen yet: there is no list, or a document was left that this tab goes on with. */
const $stopped = $shown.map(({ list, current, left }) => list === null || (current === null && left !== null))

/** What changes with every document is subscribed to further in: the frame around it is not drawn again. */
function Screen({ project }: { readonly project: Project }): ReactElement {
  const { online, empty, run, panes, tabId, bulk } = useUnit({
    online: $online,
    tabId: $tabId,
    empty: $stopped,
    run: dispatch,
    panes: $panes,
    bulk: $bulkOpen,
  })
  const narrow = useMedia('(max-width: 899px)')
  const [query] = useSearchParams()
  const opener = query.get(followKey)
  const alone = opener !== null
  const { timeZone } = project.settings
  const [pane, setPane] = useState<PaneName>('Document')
  // Where the list has no room beside the document, it is laid over it.
  const [over, setOver] = useState(false)
  const goTo = useCallback(
    (name: PaneName, focus: () => void) => {
      const comes = name === 'List' && isListAway()
      setPane(name)
      setOver((was) => name === 'List' && (was || comes))
      // At once where it is in view, so that the next key finds the focus there; else once it is.
      if (narrow || comes) requestAnimationFrame(focus)
      else focus()
    },
    [narrow],
  )
  const showDocument = useCallback(() => goTo('Document', focusDocument), [goTo])
  // The keyboard follows what is brought over, and goes on to the document when that is put back.
  const bringOver = useCallback(
    (on: boolean) => {
      if (on) goTo('List', focusList)
      else if (isListFocused()) showDocument()
      else setOver(false)
    },
    [goTo, showDocument],
  )
  // What is picked, and how far a change of many is, stands at the list: nothing of that happens out of sight.
  const showPicks = useCallback(() => {
    if (narrow || isListAway()) goTo('List', focusList)
  }, [narrow, goTo])
  // Where one pane is in view, what is picked is changed where documents are coded; from there one comes back to the list.
  const wasBulk = useRef(false)
  useEffect(() => {
    if (wasBulk.current === bulk) return
    wasBulk.current = bulk
    if (bulk) setPane('Coding')
    else if (!narrow || pane === 'Coding') showPicks()
  }, [bulk, narrow, pane, showPicks])
  const choosePane = (name: PaneName) => {
    // Whoever looks at something else has closed it: asked for again, it opens again.
    if (bulk && name !== 'Coding') run(turnPanel({ open: false }))
    setPane(name)
  }
  const sizes = useMemo(
    () => ({
      list: (size: number) => run(sizePane({ pane: 'review.list', size })),
      coding: (size: number) => run(sizePane({ pane: 'review.coding', size })),
    }),
    [run],
  )

  useEffect(() => {
    // A window that was pulled out begins with its opener's name, until it has been told that this is taken.
    if (opener !== null && opener !== tabId) run(follow({ openerTabId: opener }))
  }, [opener, tabId, run])
  const tags = tagsEnabled(project.features)
  useEffect(() => {
    if (!online) return
    run(tags ? loadTags({}) : loadForms({}))
    run(recover({}))
  }, [tags, online, run])
  useKeptFullScreen(alone)
  useBeginning(!alone && empty, query.get(listKey))

  const { can } = useWho()
  const noDocuments = <NoDocuments mayCollect={can('collect.manage')} />
  const viewer = (
    <Viewer
      timeZone={timeZone}
      projectId={project.projectId}
      mayDownload={can('document.download')}
      says={alone || narrow ? ofBoth : ofDocument}
      alone={alone}
      empty={noDocuments}
    />
  )
  // After the panes: keys that waited have their turn once the form has taken the focus.
  const unseen = <Unseen codes={!tags} goTo={alone ? null : goTo} showPicks={showPicks} />
  if (alone)
    return (
      <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
        {unseen}
        <chakra.div flex="1" minHeight="0">
          {viewer}
        </chakra.div>
        <StatusLine />
      </chakra.div>
    )

  const right = <Right tags={tags} onLeave={showDocument} />
  if (narrow) {
    return (
      <>
        <OnePane
          pane={pane}
          onPane={choosePane}
          list={<ListPane timeZone={timeZone} empty={noDocuments} onChosen={showDocument} />}
          viewer={viewer}
          right={right}
        />
        {unseen}
      </>
    )
  }
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <chakra.div flex="1" minHeight="0">
        <Panes
          start={{
            label: 'document list',
            size: panes['review.list'] ?? 440,
            min: 260,
            max: 900,
            onSize: sizes.list,
            content: (
              <ListPane timeZone={timeZone} empty={noDocuments} onChosen={over ? showDocument : undefined} />
            ),
          }}
          end={{
            label: 'coding',
            size: panes['review.coding'] ?? 320,
            min: 240,
            max: 600,
            onSize: sizes.coding,
            content: right,
          }}
          main={viewer}
          keys="l"
          over={over}
          onOver={bringOver}
        />
      </chakra.div>
      {unseen}
      <StatusLine />
    </chakra.div>
  )
}

/** For projects that nothing was brought into yet. */
const NoDocuments = part(() => import('./no-documents.tsx').then((module) => module.NoDocuments))

/** For windows that are narrower than most. */
const OnePane = part(() => import('./one-pane.tsx').then((module) => module.OnePane), <Skeleton rows={10} />)

/** For projects whose documents are sorted with tags. */
const TagPanel = part(
  () => import('../tags/tag-panel.tsx').then((module) => module.TagPanel),
  <Skeleton rows={8} />,
)

const BulkPanel = part(
  () => import('../bulk/bulk-panel.tsx').then((module) => module.BulkPanel),
  <Skeleton rows={8} />,
)

/** The document's own coding, or that of all that are picked. */
function Right({ tags, onLeave }: { readonly tags: boolean; readonly onLeave: () => void }): ReactElement {
  const bulk = useUnit($bulkOpen)
  if (!bulk) return tags ? <TagPanel /> : <CodingPanel onLeave={onLeave} />
  return <BulkPanel />
}

/** Fetched when a key asks for it. */
const BatchAct = part(
  withAreas(['assignments'], () => import('../assignments/batch-act.tsx').then((module) => module.BatchAct)),
)

/** Fetched with the first batch. */
const BatchWatch = part(
  withAreas(['assignments'], () =>
    import('../assignments/batch-watch.tsx').then((module) => module.BatchWatch),
  ),
)

/** Draws nothing until a key asks for something: what keys, and what is looked up, need to know changes with every document. */
function Unseen({
  codes,
  goTo,
  showPicks,
}: {
  readonly codes: boolean
  readonly showPicks: () => void
  /** Null where neither the list nor the form is in this window. */
  readonly goTo: ((name: PaneName, focus: () => void) => void) | null
}): ReactElement {
  useRecord()
  useReviewClock()
  const [act, setAct] = useState<BatchActName | null>(null)
  useReviewKeys(
    codes,
    setAct,
    goTo === null
      ? null
      : {
          search: () => goTo('List', focusSearch),
          list: () => goTo('List', focusList),
          form: () => goTo('Coding', () => focusForm()),
          picks: showPicks,
        },
  )
  return (
    <>
      {act !== null && <BatchAct key={act} act={act} onDone={() => setAct(null)} />}
      {useUnit($listBatchId) !== null && <BatchWatch />}
    </>
  )
}
