/**
 * Reconstruct, for review managers: who coded what, when and by which means, and the project as it stood at any moment.
 * A time line over all; what narrows it on the left, the activity and the project of the moment in the middle, one
 * document of the moment on the right.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseLook, filterActivity } from '#src/commands/reconstruct.ts'
import { selectProject } from '#src/commands/selection.ts'
import { sizePane } from '#src/commands/shell.ts'
import type { LookPane } from '#src/events/catalog/reconstruct.ts'
import { projects } from '#src/reads/company.ts'
import { $online } from '#src/stores/network.ts'
import { $look } from '#src/stores/reconstruct.ts'
import { shell } from '#src/stores/shell.ts'
import { ChainLine } from '../audit/chain-line.tsx'
import { NoProject } from '../project/no-project.tsx'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useTitle } from '../ui/page.tsx'
import { Panes } from '../ui/panes.tsx'
import { DeniedState, EmptyState, Skeleton } from '../ui/states.tsx'
import { useMedia } from '../ui/use-media.ts'
import { ActivityPane } from './activity-pane.tsx'
import { projectIn } from './address.ts'
import { AnswerOf } from './answered.tsx'
import { AsOfPane } from './as-of-pane.tsx'
import { BatchesPane } from './batches-pane.tsx'
import { ComparePane } from './compare-pane.tsx'
import { DocumentPane } from './document-pane.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { FilterChips, Filters } from './filters.tsx'
import { ReviewersPane } from './reviewers-pane.tsx'
import { TimeLineBar } from './time-line.tsx'
import { useAddress } from './use-address.ts'
import { type Facets, useFacets } from './use-facets.ts'
import { isOpen, opened, type TimeLine, useTimeLine } from './use-time-line.ts'

const lead = 'Who coded what, when and by which means, and the project as it stood at any moment.'

export function ReconstructScreen(): ReactElement {
  useTitle('Reconstruct')
  const who = useWho()
  const linked = projectIn(useLocation().search)
  if (linked !== null && linked !== who.projectId) return <OtherProject projectId={linked} />
  if (who.projectId === null) return <NoProject icon="reconstruct">{lead}</NoProject>
  if (!who.can('audit.project'))
    return (
      <DeniedState
        page
        what="the record of everybody's work"
        grantedBy="It needs a review manager or a stronger role in this project; a project manager can give you one. Your own history stands with each document."
      />
    )
  return <Record projectId={who.projectId} key={who.projectId} />
}

/** A link leads to a moment of another project than the one that is open. */
function OtherProject({ projectId }: { readonly projectId: number }): ReactElement {
  const run = useUnit(dispatch)
  const { value, failure } = useRead(projects, {})
  if (value === null && failure === null) return <Skeleton rows={6} />
  const row = value?.find((one) => one.projectId === projectId)
  if (row === undefined)
    return (
      <DeniedState
        page
        what="the project of this link"
        grantedBy="Whoever manages it can make you a member."
        action={<Link to="/client">Clients and projects</Link>}
      />
    )
  return (
    <EmptyState
      page
      icon="reconstruct"
      title={`This link leads to ${row.projectName}`}
      action={
        <Button look="primary" onClick={() => run(selectProject({ clientId: row.companyId, projectId }))}>
          Open {row.projectName}
        </Button>
      }
    >
      Another project is open in this tab.
    </EmptyState>
  )
}

function Record({ projectId }: { readonly projectId: number }): ReactElement {
  useAddress(projectId)
  const line = useTimeLine()
  const { view, run } = useUnit({ view: $look, run: dispatch })
  // Batches are given out before anything is coded.
  const isElsewhere = view.pane === 'batches' || !isOpen(view.filter)
  return (
    <AnswerOf
      answered={line.whole}
      what="The record"
      page="Reconstruct"
      placeholder={<Awaited />}
      // A link may name a batch or a document that is not there any more.
      wayOut={
        !isOpen(view.filter) && (
          <Button onClick={() => run(filterActivity(opened(view.filter)))}>Take all filters away</Button>
        )
      }
    >
      {(density) =>
        density.total === 0 && !isElsewhere ? (
          <EmptyState
            page
            icon="reconstruct"
            title="Nothing has been coded yet"
            action={
              <>
                <Link to="/overview/review">Go to review</Link>
                <Button look="quiet" onClick={() => run(chooseLook({ pane: 'batches' }))}>
                  See batches
                </Button>
              </>
            }
          >
            Every change of coding and tags will stand here, with who made it, when, and by which means.
          </EmptyState>
        ) : (
          <Whole projectId={projectId} line={line} density={density} />
        )
      }
    </AnswerOf>
  )
}

/** The screen as it will be, without anything in it. */
const Awaited = () => (
  <chakra.div display="flex" flexDirection="column" height="full">
    <chakra.div background="surface" borderBottomWidth="1px" borderColor="line" px="3" py="12" height="206px">
      <chakra.div height="76px" background="sunken" borderRadius="md" />
      <chakra.div height="26px" mt="6" background="sunken" borderRadius="md" />
    </chakra.div>
    <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', lg: '190px 1fr 304px' }} flex="1">
      <chakra.div display={{ base: 'none', lg: 'block' }} borderRightWidth="1px" borderColor="line">
        <Skeleton rows={8} />
      </chakra.div>
      <Skeleton rows={14} />
      <chakra.div display={{ base: 'none', lg: 'block' }} borderLeftWidth="1px" borderColor="line">
        <Skeleton rows={4} />
      </chakra.div>
    </chakra.div>
  </chakra.div>
)

const $panes = shell.$state.map(({ panes }) => panes)
const narrowPanes = ['Filters', 'Record', 'Document'] as const
type NarrowPane = (typeof narrowPanes)[number]

function Whole({
  projectId,
  line,
  density,
}: {
  readonly projectId: number
  readonly line: TimeLine
  readonly density: NonNullable<TimeLine['whole']['value']>
}): ReactElement {
  const { run, panes, online } = useUnit({ run: dispatch, panes: $panes, online: $online })
  const facets = useFacets(line.asOf)
  const narrow = useMedia('(max-width: 1099px)')
  const [shown, setShown] = useState<NarrowPane>('Record')
  const [over, setOver] = useState(false)
  const [exporting, setExporting] = useState(false)
  const middle = <Middle line={line} facets={facets} />
  return (
    <chakra.div display="flex" flexDirection="column" height="full" minHeight="0">
      <TimeLineBar
        line={line}
        density={density}
        aside={
          <>
            <ChainLine projectId={projectId} />
            <Button size="sm" icon="download" disabled={!online} onClick={() => setExporting(true)}>
              Export
            </Button>
          </>
        }
      />
      {!online && (
        <chakra.div
          role="status"
          display="flex"
          gap="2"
          alignItems="center"
          px="3"
          py="1"
          fontSize="sm"
          background="attentionGround"
          color="attentionInk"
        >
          <Icon name="offline" size={14} />
          The record is on the server: what was looked at before still stands here, anything else comes with
          the network.
        </chakra.div>
      )}
      {narrow ? (
        <>
          <chakra.div
            role="group"
            aria-label="Panes"
            display="flex"
            background="surface"
            borderBottomWidth="1px"
            borderColor="line"
            flexShrink={0}
          >
            {narrowPanes.map((name) => (
              <chakra.button
                key={name}
                type="button"
                aria-pressed={shown === name}
                onClick={() => setShown(name)}
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
          <chakra.div flex="1" minHeight="240px">
            {shown === 'Filters' ? (
              <Filters facets={facets} />
            ) : shown === 'Document' ? (
              <DocumentPane line={line} />
            ) : (
              middle
            )}
          </chakra.div>
        </>
      ) : (
        <chakra.div flex="1" minHeight="0">
          <Panes
            start={{
              label: 'filters',
              size: panes['reconstruct.filters'] ?? 190,
              min: 160,
              max: 400,
              onSize: (size) => run(sizePane({ pane: 'reconstruct.filters', size })),
              content: <Filters facets={facets} />,
            }}
            end={{
              label: 'document',
              size: panes['reconstruct.document'] ?? 304,
              min: 240,
              max: 640,
              onSize: (size) => run(sizePane({ pane: 'reconstruct.document', size })),
              content: <DocumentPane line={line} />,
            }}
            main={middle}
            over={over}
            onOver={setOver}
          />
        </chakra.div>
      )}
      {exporting && (
        <ExportDialog
          projectId={projectId}
          summary={facets.all.stale ? null : facets.all.value}
          facets={facets}
          onClose={() => setExporting(false)}
        />
      )}
    </chakra.div>
  )
}

const tabs: readonly (readonly [LookPane, string])[] = [
  ['activity', 'Activity'],
  ['asof', 'As of'],
  ['batches', 'Batches'],
  ['compare', 'Compare'],
  ['reviewers', 'Reviewers'],
]

function Middle({ line, facets }: { readonly line: TimeLine; readonly facets: Facets }): ReactElement {
  const { view, run } = useUnit({ view: $look, run: dispatch })
  const { pane } = view
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(([id]) => id === pane)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (next === undefined) return
    run(chooseLook({ pane: next[0] }))
    document.getElementById(`look-${next[0]}`)?.focus()
  }
  return (
    <chakra.div
      display="flex"
      flexDirection="column"
      height="full"
      minHeight="0"
      minWidth="0"
      css={{ '& .mono': { fontFamily: 'mono', fontSize: 'xs' } }}
    >
      <chakra.div
        role="tablist"
        aria-label="The record"
        display="flex"
        gap="1"
        px="2"
        borderBottomWidth="1px"
        borderColor="line"
        flexShrink={0}
      >
        {tabs.map(([id, label]) => (
          <chakra.button
            key={id}
            id={`look-${id}`}
            type="button"
            role="tab"
            aria-selected={pane === id}
            aria-controls="look-content"
            tabIndex={pane === id ? 0 : -1}
            onClick={() => run(chooseLook({ pane: id }))}
            onKeyDown={move}
            px="3"
            height="36px"
            color={pane === id ? 'accentInk' : 'muted'}
            fontWeight={pane === id ? 600 : 400}
            borderBottomWidth="2px"
            borderColor={pane === id ? 'accent' : 'transparent'}
            mb="-1px"
            _focusVisible={{ outlineOffset: '-2px' }}
          >
            {label}
          </chakra.button>
        ))}
      </chakra.div>
      <FilterChips facets={facets} />
      <chakra.div
        id="look-content"
        role="tabpanel"
        aria-labelledby={`look-${pane}`}
        flex="1"
        minHeight="0"
        background="surface"
      >
        {pane === 'activity' && <ActivityPane line={line} />}
        {pane === 'asof' && <AsOfPane line={line} />}
        {pane === 'batches' && <BatchesPane line={line} />}
        {pane === 'compare' && <ComparePane line={line} />}
        {pane === 'reviewers' && <ReviewersPane facets={facets} />}
      </chakra.div>
    </chakra.div>
  )
}
