/**
 * Review and inspect, and both fullscreen forms: one screen. The list on the left, the document in the middle, coding on
 * the right; a window that was pulled out shows the document alone.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { rankCan } from '#contracts/permission.ts'
import type { Project } from '#contracts/project.ts'
import { tagsEnabled } from '#contracts/project.ts'
import { loadForms } from '../../commands/coding-forms.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { follow, search, takeUp } from '../../commands/review.ts'
import { sizePane } from '../../commands/shell.ts'
import { loadTags } from '../../commands/tags.ts'
import { $list, $shown } from '../../stores/review.ts'
import { $project } from '../../stores/selection.ts'
import { shell } from '../../stores/shell.ts'
import { CodingPanel } from '../coding-form/coding-panel.tsx'
import { focusForm } from '../coding-form/form-focus.ts'
import { TagPanel } from '../tags/tag-panel.tsx'
import { RefusalNotice } from '../ui/refusal-notice.tsx'
import { SplitPane } from '../ui/split-pane.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { useMedia } from '../ui/use-media.ts'
import { followKey } from '../viewer/pop-out.ts'
import { Viewer } from '../viewer/viewer.tsx'
import { DocumentList } from './document-list.tsx'
import { focusList } from './list-focus.ts'
import { ListFoot, QueryBar } from './query-bar.tsx'
import { useReviewKeys } from './review-keys.ts'
import { StatusLine } from './status-line.tsx'

const $panes = shell.$state.map(({ panes }) => panes)
/** Refusals are said beside what they are about; where that is not in view, where the eye is. */
const ofDocument = ['document'] as const
const ofBoth = ['document', 'coding'] as const

export function ReviewScreen(): ReactElement {
  const project = useUnit($project)
  if (project === null) return <Skeleton rows={10} />
  return <Screen project={project} key={project.projectId} />
}

function Screen({ project }: { readonly project: Project }): ReactElement {
  const { shown, run, panes } = useUnit({
    shown: $shown,
    run: dispatch,
    panes: $panes,
  })
  const { pathname } = useLocation()
  const narrow = useMedia('(max-width: 899px)')
  const [query] = useSearchParams()
  const opener = query.get(followKey)
  const alone = opener !== null
  const fullscreen = pathname.includes('fullscreen')
  const { timeZone } = project.settings
  const [pane, setPane] = useState<PaneName>('Document')
  // What is not in view yet can be given the keyboard only once it is.
  const goTo = (name: PaneName, focus: () => void) => () => {
    setPane(name)
    requestAnimationFrame(focus)
  }
  useReviewKeys(
    !tagsEnabled(project.features),
    alone ? null : { list: goTo('List', focusList), form: goTo('Coding', () => focusForm()) },
  )

  useEffect(() => {
    if (opener !== null) run(follow({ openerTabId: opener }))
  }, [opener, run])
  const tags = tagsEnabled(project.features)
  useEffect(() => {
    run(tags ? loadTags({}) : loadForms({}))
  }, [tags, run])
  const stopped = !alone && (shown.list === null || (shown.current === null && shown.left !== null))
  useEffect(() => {
    if (stopped) run(takeUp({}))
  }, [stopped, run])

  const viewer = (
    <Viewer
      timeZone={timeZone}
      projectId={project.projectId}
      mayDownload={rankCan(project.level, 'document.download')}
      says={alone || narrow ? ofBoth : ofDocument}
    />
  )
  if (alone) return viewer

  const right = tags ? <TagPanel /> : <CodingPanel />
  if (narrow) {
    return (
      <OnePane
        pane={pane}
        onPane={setPane}
        list={<ListPane timeZone={timeZone} onChosen={() => setPane('Document')} />}
        viewer={viewer}
        right={right}
      />
    )
  }
  return (
    <chakra.div display="flex" flexDirection="column" height={fullscreen ? '100vh' : 'full'} minHeight="0">
      <chakra.div flex="1" minHeight="0">
        <SplitPane
          label="document list"
          size={panes['review.list'] ?? 440}
          min={260}
          max={900}
          onSize={(size) => run(sizePane({ pane: 'review.list', size }))}
          side={<ListPane timeZone={timeZone} />}
          main={
            <SplitPane
              label="coding"
              sideAt="end"
              size={panes['review.coding'] ?? 320}
              min={240}
              max={600}
              onSize={(size) => run(sizePane({ pane: 'review.coding', size }))}
              side={right}
              main={viewer}
            />
          }
        />
      </chakra.div>
      <StatusLine />
    </chakra.div>
  )
}

const paneNames = ['List', 'Document', 'Coding'] as const
type PaneName = (typeof paneNames)[number]

/** Where three panes do not fit: one at a time. */
function OnePane({
  pane,
  onPane,
  list,
  viewer,
  right,
}: {
  readonly pane: PaneName
  readonly onPane: (pane: PaneName) => void
  readonly list: ReactElement
  readonly viewer: ReactElement
  readonly right: ReactElement
}): ReactElement {
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <chakra.div
        role="group"
        aria-label="Panes"
        display="flex"
        background="surface"
        borderBottomWidth="1px"
        borderColor="line"
      >
        {paneNames.map((name) => (
          <chakra.button
            key={name}
            type="button"
            aria-pressed={pane === name}
            onClick={() => onPane(name)}
            flex="1"
            height="36px"
            fontSize="sm"
            color="muted"
            css={{
              '&[aria-pressed=true]': {
                color: 'accentInk',
                boxShadow: 'inset 0 -2px 0 var(--af-colors-accent)',
              },
            }}
          >
            {name}
          </chakra.button>
        ))}
      </chakra.div>
      <chakra.div flex="1" minHeight="0" minWidth="0">
        {pane === 'List' ? list : pane === 'Document' ? viewer : right}
      </chakra.div>
      <chakra.div position="relative">
        {pane !== 'Document' && <RefusalNotice about={pane === 'List' ? ofBoth : ofDocument} at="above" />}
        <StatusLine />
      </chakra.div>
    </chakra.div>
  )
}

interface ListPaneProps {
  readonly timeZone: string
  readonly onChosen?: () => void
}

function ListPane({ timeZone, onChosen }: ListPaneProps): ReactElement {
  const { list, run } = useUnit({ list: $list, run: dispatch })
  return (
    <chakra.section
      aria-label="Result"
      display="flex"
      flexDirection="column"
      height="full"
      background="surface"
    >
      <QueryBar />
      {list === null || (list.phase === 'searching' && list.totalCount < 0) ? (
        <chakra.div flex="1">
          <Skeleton rows={14} height={10} />
        </chakra.div>
      ) : list.phase === 'failed' ? (
        <chakra.div flex="1">
          <ErrorState
            title="Nothing was searched"
            message="The query could not be read or the search failed: see above. The document in view stays open."
            onRetry={() => run(search({ queryString: list.query.queryString, openAt: 0 }))}
          />
        </chakra.div>
      ) : list.totalCount === 0 ? (
        <chakra.div flex="1">
          <EmptyState icon="search" title="No document matches">
            {list.query.queryString === '' && list.filter === 'all'
              ? 'This project holds no documents yet: bring some in on the Collect page.'
              : 'Look at how the query was read above, or take a filter off.'}
          </EmptyState>
        </chakra.div>
      ) : (
        <DocumentList list={list} timeZone={timeZone} onChosen={onChosen} />
      )}
      <ListFoot />
    </chakra.section>
  )
}
