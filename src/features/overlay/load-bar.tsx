/** Loading what is right in a file: the button, then how far it is, then its receipt. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import type { OverlayReport } from '#contracts/overlay.ts'
import { askProgress, reverseBulk } from '#src/commands/bulk.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { loadFile } from '#src/commands/overlay.ts'
import { type BulkChange, isUnderWay } from '#src/events/bulk/picks.ts'
import { receipts } from '#src/reads/bulk.ts'
import { jobPath } from '../jobs/job-path.ts'
import { RefusalNotice } from '../review/refusal-notice.tsx'
import { useHeld, usePoll, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted, rate } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { loadTitle } from './words.ts'

/** Ms between looks while it is under way. */
const often = 500
/** Of loading, and of undoing it. */
const refused = ['load', 'coding'] as const

export function LoadBar({
  report,
  change,
}: {
  readonly report: OverlayReport | null
  /** That loads it; null: it is not loaded. */
  readonly change: BulkChange | null
}): ReactElement | null {
  const run = useUnit(dispatch)
  const jobId = change?.jobId ?? null
  const live = change !== null && jobId !== null && isUnderWay(change)
  usePoll(live ? askProgress({ bulkId: change.bulkId, jobId }) : null, often)
  if (change !== null && change.refused === null) return <Loading change={change} />
  if (report === null) return null
  const { changes, documents } = report
  return (
    <>
      {change !== null && <Notice tone="danger">{change.refused}</Notice>}
      <chakra.div position="relative" display="flex" gap="3" alignItems="center" flexWrap="wrap">
        <RefusalNotice about={refused} at="above" />
        <chakra.p flex="1" minWidth="200px" color="muted">
          {changes === 0
            ? 'There is nothing to load: no value would change.'
            : 'It is done step by step, leaves a receipt, and can be undone as one.'}
        </chakra.p>
        <Button
          look="primary"
          disabled={changes === 0}
          onClick={() => run(loadFile({ title: loadTitle(report), count: documents }))}
        >
          Load {counted(changes, 'value')}
        </Button>
      </chakra.div>
    </>
  )
}

function Loading({ change }: { readonly change: BulkChange }): ReactElement {
  const run = useUnit(dispatch)
  const { jobId, title, count, ended } = change
  const of = jobId === null ? null : { jobId }
  const receipt = useHeld(receipts, of).value?.receipt
  // Whether it was taken back since, by somebody else or before this tab was loaded, only its receipt says.
  useRead(receipts, ended === null ? null : of)
  const link = jobId !== null && <Link to={jobPath({ jobId })}>Receipt</Link>
  if (ended === null)
    return (
      <chakra.div display="flex" gap="3" alignItems="center">
        <chakra.div flex="1">
          <ProgressBar
            label={`Progress of ${title}`}
            done={receipt?.done ?? 0}
            all={receipt?.documents ?? count}
            rate={receipt?.rate == null ? null : rate(receipt.rate, 'documents')}
            secondsLeft={receipt?.secondsLeft ?? null}
          />
        </chakra.div>
        {link}
      </chakra.div>
    )
  const whole = ended.state === 'Completed'
  const back = receipt != null && receipt.reversedBy !== null
  return (
    <chakra.div position="relative" display="flex" gap="3" alignItems="center" flexWrap="wrap">
      <RefusalNotice about={refused} at="above" />
      <chakra.div flex="1" minWidth="200px">
        <Notice tone={whole ? 'ok' : 'danger'}>
          {whole ? '' : `${ended.state}: `}
          {counted(ended.written, 'value')} written into {counted(ended.documents, 'document')}
          {ended.left > 0 && `, ${counted(ended.left, 'value')} left as before`}
          {back && '. It was taken back since: the receipt says what became of it.'}
        </Notice>
      </chakra.div>
      {ended.written > 0 && jobId !== null && receipt != null && !back && (
        <Button icon="undo" onClick={() => run(reverseBulk({ kind: 'undo', of: { jobId, title, count } }))}>
          Undo
        </Button>
      )}
      {link}
    </chakra.div>
  )
}
