/** Above the foot of the list: how many documents are picked, and how far a change of many is. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router-dom'
import { settledStates } from '#contracts/jobs.ts'
import { withAreas } from '#src/areas/lazy.ts'
import {
  askProgress,
  clearPicks,
  controlBulk,
  pickAll,
  pickPage,
  reverseBulk,
  turnPanel,
} from '#src/commands/bulk.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { recogniseText } from '#src/commands/ocr.ts'
import { nextPage, type PagingItem, pagingItem } from '#src/events/bulk/paging-item.ts'
import { type BulkChange, isUnderWay, pickCount } from '#src/events/bulk/picks.ts'
import { pageOf } from '#src/events/review/views.ts'
import { receipts } from '#src/reads/bulk.ts'
import { $bulkChanges, $lastBulk, $picks } from '#src/stores/bulk.ts'
import { $current, $list } from '#src/stores/review.ts'
import { jobPath } from '../jobs/job-path.ts'
import { useWho } from '../session/who.ts'
import { type Action, useActions } from '../ui/actions.tsx'
import { useHeld, usePoll } from '../ui/answer.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { counted, number, rate } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { part } from '../ui/part.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { pickActNames, pickActs } from './pick-acts.ts'

export function BulkBar(): ReactElement {
  return (
    <>
      <BulkChanges />
      <Picked />
    </>
  )
}

/** How far changes of many are, and what this tab has just done, with its undo. */
export function BulkChanges(): ReactElement {
  const { changes, last } = useUnit({ changes: $bulkChanges, last: $lastBulk })
  const shown = changes.filter((one) => isUnderWay(one) || one.bulkId === last?.bulkId)
  return (
    <>
      {shown.map((change) => (
        <Change key={change.bulkId} change={change} />
      ))}
    </>
  )
}

const strip = {
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  px: '3',
  py: '1.5',
  fontSize: 'xs',
  borderTopWidth: '1px',
  borderColor: 'line',
  background: 'selected',
  flexShrink: 0,
  flexWrap: 'wrap',
} as const

const NewAssignment = part(
  withAreas(['assignments'], () =>
    import('../assignments/new-assignment.tsx').then((module) => module.NewAssignment),
  ),
)

const MakeTexts = part(
  withAreas(['derivedTexts'], () =>
    import('../derived-texts/make-texts.tsx').then((module) => module.MakeTexts),
  ),
)

const RedactTerms = part(
  withAreas(['termRedaction', 'keywords'], () =>
    import('../term-redaction/redact-terms.tsx').then((module) => module.RedactTerms),
  ),
)

/** As many documents are recognized without a question: of more, somebody may have selected more than they know. */
const fewForOcr = 20

function Picked(): ReactElement | null {
  const { picks, list, current, run } = useUnit({
    ...{ picks: $picks, list: $list, current: $current },
    run: dispatch,
  })
  const { can } = useWho()
  const [assigning, setAssigning] = useState(false)
  const [making, setMaking] = useState(false)
  const [recognizing, setRecognizing] = useState(false)
  const [redacting, setRedacting] = useState(false)
  const total = list?.totalCount ?? 0
  const count = pickCount(picks, total)
  const item = list === null ? null : pagingItem(list, picks, pageOf(list, current?.position ?? 0))
  const next = list === null || item === null || total <= list.pageSize ? null : nextPage(list, item)
  const recognize = () => {
    setRecognizing(false)
    run(recogniseText({ withText: false }))
  }
  // One document is for whoever redacts; many are for whoever changes many.
  const mayRedact = can('redaction.draw') && (count === 1 || can('coding.bulk'))
  const does = {
    ocr: () => (count > fewForOcr ? setRecognizing(true) : recognize()),
    texts: () => setMaking(true),
    redact: () => setRedacting(true),
    assign: () => setAssigning(true),
    clear: () => run(clearPicks({})),
  }
  useActions(
    count === 0
      ? []
      : pickActNames.flatMap((act): Action[] => {
          const { label, keys, needs } = pickActs[act]
          const isDenied = (needs !== null && !can(needs)) || (act === 'redact' && !mayRedact)
          return isDenied ? [] : [{ id: `picked-${act}`, label, group: 'Bulk', keys, run: does[act] }]
        }),
  )
  if (picks === null) return null
  return (
    <chakra.div {...strip} role="group" aria-label="Picked documents">
      <chakra.span flex="1" whiteSpace="nowrap">
        <chakra.span role="status" fontWeight={600} data-testid="picked">
          {number(count)} selected
        </chakra.span>
        {item !== null && item.select_mode !== 'all' && count > 0 && (
          <chakra.span color="muted">{wherePicked(item)}</chakra.span>
        )}
      </chakra.span>
      {next !== null && (
        <Button size="sm" look="quiet" keys="Shift+P" onClick={() => run(pickPage({}))}>
          Select page {number(next)}
        </Button>
      )}
      {count < total && (
        <Button size="sm" look="quiet" keys="Shift+X" onClick={() => run(pickAll({}))}>
          Select all {number(total)}
        </Button>
      )}
      <Button
        size="sm"
        look="primary"
        keys="b"
        disabled={count === 0}
        onClick={() => run(turnPanel({ open: true }))}
      >
        Change
      </Button>
      {can('ocr.run') && (
        <Button size="sm" keys={pickActs.ocr.keys} disabled={count === 0} onClick={does.ocr}>
          Run OCR
        </Button>
      )}
      {can('text.derive') && (
        <Button size="sm" keys={pickActs.texts.keys} disabled={count === 0} onClick={does.texts}>
          Texts
        </Button>
      )}
      {mayRedact && (
        <Button size="sm" keys={pickActs.redact.keys} disabled={count === 0} onClick={does.redact}>
          Redact terms…
        </Button>
      )}
      {can('assignment.manage') && (
        <Button size="sm" keys={pickActs.assign.keys} disabled={count === 0} onClick={does.assign}>
          Assign
        </Button>
      )}
      <IconButton
        icon="close"
        label="Clear the selection"
        keys={pickActs.clear.keys}
        size="sm"
        onClick={does.clear}
      />
      {recognizing && (
        <Dialog
          open
          title={`Run OCR on ${counted(count, 'document')}?`}
          onClose={() => setRecognizing(false)}
          onSubmit={recognize}
          actions={
            <>
              <Button onClick={() => setRecognizing(false)}>Cancel</Button>
              <Button type="submit" look="primary">
                Run OCR
              </Button>
            </>
          }
        >
          <p>Those that have text are left as they are. The job can be canceled on the page of jobs.</p>
        </Dialog>
      )}
      {making && <MakeTexts count={count} onClose={() => setMaking(false)} />}
      {redacting && <RedactTerms documentId={null} count={count} onClose={() => setRedacting(false)} />}
      {assigning && <NewAssignment of="picked" onClose={() => setAssigning(false)} />}
    </chakra.div>
  )
}

/** Where the selected documents stand, of the pages that have been looked at. */
const wherePicked = ({ select_mode: mode, select_page: page, selection }: PagingItem): string =>
  mode === 'page'
    ? `, page ${number(page)}`
    : selection.size === 0
      ? ''
      : `, on ${counted(selection.size, 'page')}`

/** Ms between looks while it is under way. */
const often = 400

function Change({ change }: { readonly change: BulkChange }): ReactElement {
  const run = useUnit(dispatch)
  const { bulkId, jobId, title, count, refused, ended, kind } = change
  usePoll(jobId === null || !isUnderWay(change) ? null : askProgress({ bulkId, jobId }), often)
  const receipt = useHeld(receipts, jobId === null ? null : { jobId }).value?.receipt
  return (
    <chakra.div {...strip} role="group" aria-label={title} data-testid="bulk-change">
      <chakra.div flex="1" minWidth="140px">
        <chakra.p fontWeight={600} truncate title={title}>
          {title}
        </chakra.p>
        {refused !== null ? (
          <chakra.p role="alert" color="dangerInk">
            {refused}
          </chakra.p>
        ) : ended !== null ? (
          <chakra.p role="status" color="muted" display="flex" gap="1" alignItems="center">
            <Icon name={ended.state === 'Completed' ? 'check' : 'info'} size={14} />
            {told(change)}
          </chakra.p>
        ) : (
          <ProgressBar
            label={`Progress of ${title}`}
            done={receipt?.done ?? 0}
            all={receipt?.documents ?? count}
            rate={receipt?.rate == null ? null : rate(receipt.rate, 'documents')}
            secondsLeft={receipt?.secondsLeft ?? null}
          />
        )}
      </chakra.div>
      {jobId !== null && isUnderWay(change) && (
        <Button
          size="sm"
          disabled={receipt !== undefined && settledStates.includes(receipt.state)}
          onClick={() => run(controlBulk({ jobId, action: 'cancel' }))}
        >
          Cancel
        </Button>
      )}
      {ended !== null && ended.written > 0 && (
        <Button
          size="sm"
          icon={kind === 'undo' ? 'redo' : 'undo'}
          onClick={() => run(reverseBulk({ kind: kind === 'undo' ? 'redo' : 'undo' }))}
        >
          {kind === 'undo' ? 'Redo' : 'Undo'}
        </Button>
      )}
      {jobId !== null && <Link to={jobPath({ jobId })}>Receipt</Link>}
    </chakra.div>
  )
}

/** What has become of it, in one line. */
function told({ ended }: BulkChange): string {
  if (ended === null) return ''
  const left =
    ended.left > 0
      ? `, ${counted(ended.left, 'value')} left as ${ended.left === 1 ? 'it was' : 'they were'}`
      : ''
  const done = `${counted(ended.documents, 'document')} changed${left}`
  if (ended.state === 'Cancelled') return `Cancelled: ${done}; what is done stays`
  return ended.state === 'Failed' ? `Failed: ${done}` : done
}
