/** Redacting what is searched for: what to look for, then what was found, then what was covered, with its undo. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import { settledStates } from '#contracts/jobs.ts'
import { redactionLimits, redactionWords } from '#contracts/redactions.ts'
import type { TermRedaction, TermStanding } from '#contracts/term-redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { applyTerms, leaveSearch, redoTerms, stopTerms, undoTerms } from '#src/commands/term-redactions.ts'
import { documentRedactionsRead } from '#src/reads/redactions.ts'
import { termSearch } from '#src/reads/term-redactions.ts'
import { $termSearch } from '#src/stores/term-redactions.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useAsk, useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { counted, rate } from '../ui/format.ts'
import { DraftInput } from '../ui/input.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Found } from './found.tsx'
import { SearchForm } from './search-form.tsx'

export function RedactTerms({
  documentId,
  count,
  onClose,
}: {
  /** Null: those that are picked. */
  readonly documentId: number | null
  readonly count: number
  readonly onClose: () => void
}): ReactElement {
  const { jobId } = useUnit($termSearch)
  return jobId === null ? (
    <SearchForm documentId={documentId} count={count} onClose={onClose} />
  ) : (
    <Results jobId={jobId} documentId={documentId} onClose={onClose} />
  )
}

/** Ms between looks while something is under way. */
const often = 600

const isUnderWay = ({ state }: TermStanding): boolean => !settledStates.includes(state)
const lastOf = ({ search, applied, undone }: TermRedaction): TermStanding =>
  undone?.standing ?? applied?.standing ?? search

/** Moves on whenever a job begins or ends. */
const stepOf = (value: TermRedaction): string =>
  [value.applied, value.undone].map((act) => act?.standing.state ?? '').join(' ')

const nothingMore = () => undefined

function Results({
  jobId,
  documentId,
  onClose,
}: {
  readonly jobId: number
  /** In view; null: those that are picked. */
  readonly documentId: number | null
  readonly onClose: () => void
}): ReactElement {
  const { run, shown } = useUnit({ run: dispatch, shown: $termSearch })
  const { value, failure, again } = useRead(
    termSearch,
    { jobId, after: null },
    { every: (held) => (held === null || isUnderWay(lastOf(held)) ? often : undefined) },
  )
  // What has been covered or taken back is shown on the pages behind at once.
  useAsk(
    documentId === null ? null : documentRedactionsRead.request({ documentId }),
    value === null ? '' : stepOf(value),
  )
  const [label, setLabel] = useState('')
  const [isWithout, setIsWithout] = useState(false)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { sending, refusal, begin } = useFormSave(shown.act, nothingMore)
  const underWay = value !== null && isUnderWay(lastOf(value))
  const isOpen = value !== null && !underWay && value.applied === null && !value.forgotten
  const labelFault =
    label.trim() === '' && !isWithout
      ? `${redactionWords.labelPrompt}, or choose ${redactionWords.noLabel}.`
      : null
  const send = () => {
    if (!isOpen || value.ticked === 0 || sending) return
    setTried(true)
    if (labelFault !== null) return
    run(
      applyTerms({
        ...{ formKey: begin(), jobId },
        ...{ label: isWithout ? '' : label.trim(), reason: reason.trim() },
      }),
    )
  }
  return (
    <Dialog
      open
      size="lg"
      title="Redact terms"
      onClose={onClose}
      onSubmit={send}
      actions={
        <>
          {underWay ? (
            <Button icon="stop" onClick={() => run(stopTerms({ formKey: begin(), jobId }))}>
              Cancel the job
            </Button>
          ) : (
            <Button onClick={() => run(leaveSearch({}))}>New search</Button>
          )}
          <Button onClick={onClose}>Close</Button>
          {value !== null && value.applied !== null && value.undone === null && !underWay && (
            <Button
              icon="undo"
              busy={sending}
              disabled={value.applied.made === 0}
              onClick={() => run(undoTerms({ formKey: begin(), jobId }))}
            >
              Undo
            </Button>
          )}
          {value !== null && value.undone !== null && value.undone.removed > 0 && !underWay && (
            <Button icon="redo" busy={sending} onClick={() => run(redoTerms({ formKey: begin(), jobId }))}>
              Redo
            </Button>
          )}
          {isOpen && (
            <Button type="submit" look="primary" busy={sending} disabled={value.ticked === 0}>
              Redact {counted(value.ticked, 'place')}
            </Button>
          )}
        </>
      }
    >
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="The search could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value !== null && (
        <>
          <Standing value={value} />
          {isOpen && value.places > value.covered && (
            <chakra.div display="grid" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="3">
              <Field label="Label" error={tried ? labelFault : null}>
                <DraftInput
                  value={isWithout ? '' : label}
                  onChange={setLabel}
                  disabled={isWithout}
                  placeholder={redactionWords.labelPrompt}
                  maxLength={redactionLimits.label}
                />
              </Field>
              <Field label="Reason">
                <DraftInput value={reason} onChange={setReason} maxLength={redactionLimits.reason} />
              </Field>
              <chakra.label display="flex" gap="2" alignItems="center">
                <input
                  type="checkbox"
                  checked={isWithout}
                  onChange={(event) => setIsWithout(event.target.checked)}
                />
                {redactionWords.noLabel}
              </chakra.label>
            </chakra.div>
          )}
          {!value.forgotten && <Found value={value} ticks={shown.ticks} fixed={!isOpen} />}
        </>
      )}
    </Dialog>
  )
}

/** How far it is, and what has become of it. */
function Standing({ value }: { readonly value: TermRedaction }): ReactElement {
  const { applied, undone, forgotten } = value
  const last = lastOf(value)
  const what =
    undone !== null
      ? 'Taking the redactions back'
      : applied !== null
        ? 'Redacting'
        : 'Looking for what to redact'
  return (
    <>
      {isUnderWay(last) && (
        <ProgressBar
          label={`Progress: ${what}`}
          now={what}
          done={last.done}
          all={last.all}
          rate={last.rate === null ? null : rate(last.rate, applied === null ? 'documents' : 'places')}
          secondsLeft={last.secondsLeft}
        />
      )}
      {last.state === 'Failed' && <Notice tone="danger">{last.message ?? 'It has failed.'}</Notice>}
      {last.state === 'Cancelled' && <p>Cancelled: what was done before stays.</p>}
      {applied !== null && !isUnderWay(applied.standing) && (
        <Notice tone="ok">
          {counted(applied.made, 'redaction')} made
          {applied.left > 0 &&
            `, ${counted(applied.left, 'place')} left: covered already, or not to be covered`}
          {undone !== null &&
            !isUnderWay(undone.standing) &&
            `. ${counted(undone.removed, 'redaction')} taken back${
              undone.changed > 0
                ? `, ${counted(undone.changed, 'redaction')} left, because somebody has changed ${undone.changed === 1 ? 'it' : 'them'} since`
                : ''
            }`}
        </Notice>
      )}
      {forgotten && <p>What was found is kept for a week. Search again to see it.</p>}
    </>
  )
}
