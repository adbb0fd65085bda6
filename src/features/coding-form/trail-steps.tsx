/** The steps of the trail, their buttons, and what can be done where somebody has decided since: fetched with the first step. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { restore } from '../../commands/coding.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { putBack } from '../../commands/tags.ts'
import { redo, undo } from '../../commands/undo.ts'
import { audit as auditState } from '../../stores/audit.ts'
import { $bulkChanges } from '../../stores/bulk.ts'
import { $coding } from '../../stores/coding-view.ts'
import type { RecordedView } from '../../stores/recorded.ts'
import { type StepView, stepView } from '../../stores/step-view.ts'
import { tags as tagState } from '../../stores/tags.ts'
import { tagsMovedIn, turnedBy, withoutCategories } from '../../stores/tags-moved.ts'
import type { Step, Trail } from '../../stores/undo.ts'
import { Button } from '../ui/button.tsx'
import { counted, day, exactTime } from '../ui/format.ts'
import { takenBack } from './use-undo.ts'

export function TrailSteps({
  documentId,
  trail,
  recorded,
  undone: takenBackHere,
}: {
  readonly documentId: number
  readonly trail: Trail
  readonly recorded: readonly RecordedView[]
  /** Of the trail's undone steps those that do not stand in the record as undone. */
  readonly undone: readonly Step[]
}): ReactElement {
  const { run, coding } = useUnit({ run: dispatch, coding: $coding })
  const stream = `document:${documentId}`
  const steps = useMemo(
    () => trail.done.map((step) => stepView(coding, documentId, step)).reverse(),
    [trail, coding, documentId],
  )
  const undone = useMemo(
    () => takenBackHere.map((step) => backwards(stepView(coding, documentId, step))),
    [takenBackHere, coding, documentId],
  )
  const last = trail.done.at(-1)
  return (
    <>
      {last && steps[0] && <LastMoved step={last} view={steps[0]} documentId={documentId} />}
      {undone.length > 0 && (
        <ol aria-label="Undone">
          {undone.map((step) => (
            <chakra.li key={step.group}>
              <StepButton
                onClick={() => run(redo({ stream, through: step.group }))}
                title={`Redo up to this: ${differences(step) || step.label}`}
                words={said(step)}
                undone
              >
                <span>undone</span>
                <When at={step.at} />
              </StepButton>
            </chakra.li>
          ))}
        </ol>
      )}
      <ol aria-label="Steps">
        {steps.map((step) => (
          <chakra.li key={step.group}>
            <StepButton
              onClick={() => run(undo({ stream, through: step.group }))}
              title={`Undo back to before this: ${differences(step) || step.label}`}
              words={said(step)}
            >
              <When at={step.at} />
            </StepButton>
          </chakra.li>
        ))}
      </ol>
      {recorded.length > 0 && (
        <Recorded
          steps={recorded}
          documentId={documentId}
          // What was done here since goes first.
          onBack={() => {
            const first = trail.done[0]
            if (first) run(undo({ stream, through: first.group }))
          }}
        />
      )}
    </>
  )
}

/** As the step was before it was undone. */
const backwards = (step: StepView): StepView => ({
  ...step,
  differences: step.differences.map(({ name, before, after }) => ({ name, before: after, after: before })),
})

/** Somebody else has decided since the last step: both values, and what can be done about it. */
function LastMoved({
  step,
  view,
  documentId,
}: {
  readonly step: Step
  readonly view: StepView
  readonly documentId: number
}): ReactElement {
  const { run, tags, audit } = useUnit({ run: dispatch, tags: tagState.$state, audit: auditState.$state })
  const turned = useMemo(() => turnedBy(step), [step])
  const categories = tagsMovedIn({ tags, audit }, documentId, turned)
  const others = withoutCategories(tags, turned, categories)
  return (
    <>
      <Moved
        moved={view.moved}
        onOverwrite={() => run(restore({ documentId, changes: [...view.all], overwrite: true }))}
      >
        {view.rest.length > 0 && (
          <Button size="sm" onClick={() => run(restore({ documentId, changes: [...view.rest] }))}>
            Undo the others
          </Button>
        )}
      </Moved>
      <Moved
        moved={categories.map(({ tagCategoryId, message }) => ({ fieldId: tagCategoryId, message }))}
        onOverwrite={() =>
          run(putBack({ documentId, on: [...turned.on], off: [...turned.off], overwrite: true }))
        }
      >
        {others.on.length + others.off.length > 0 && (
          <Button
            size="sm"
            onClick={() => run(putBack({ documentId, on: [...others.on], off: [...others.off] }))}
          >
            Undo the others
          </Button>
        )}
      </Moved>
    </>
  )
}

/** What was coded or tagged on another day or machine: the record knows it, and takes it back. */
function Recorded({
  steps,
  documentId,
  onBack,
}: {
  readonly steps: readonly RecordedView[]
  readonly documentId: number
  /** Said before a step is gone back to. */
  readonly onBack: () => void
}): ReactElement {
  const { run, changes } = useUnit({ run: dispatch, changes: $bulkChanges })
  const navigate = useNavigate()
  /** How many documents it was, where this browser has asked for it. */
  const among = (jobId: number): string => {
    const known = changes.find((one) => one.jobId === jobId)
    return known ? `, ${counted(known.count, 'document')}` : ''
  }
  const first = steps.find(({ undoneAt }) => undoneAt === null)
  return (
    <>
      <chakra.h4 fontSize="xs" fontWeight={600} color="faint" pt="2">
        Earlier, in the audit log
      </chakra.h4>
      {first && (
        <Moved
          moved={first.moved}
          onOverwrite={() => run(takenBack(first, documentId, { overwrite: true }))}
        />
      )}
      <ol aria-label="Earlier, in the audit log">
        {steps.map((step) => (
          <chakra.li key={step.saveId}>
            {step.jobId === null ? (
              <StepButton
                disabled={step.undoneAt !== null}
                onClick={() => {
                  onBack()
                  run(takenBack(step, documentId, { through: true }))
                }}
                title={`${step.undoneAt === null ? 'Undo back to before this' : 'Undone'}: ${differences(step)}`}
                words={differences(step)}
                undone={step.undoneAt !== null}
              >
                {step.undoneAt !== null && <span>undone</span>}
                <When at={step.undoneAt ?? step.at} />
              </StepButton>
            ) : (
              // What was done to many is undone for all of them, where its receipt stands.
              <StepButton
                onClick={() => void navigate(`/project/allJobs?job=${step.jobId}`)}
                title="Show the receipt, where it can be undone for all documents"
                words={`Bulk: ${differences(step)}${among(step.jobId)}`}
              >
                {step.undoneAt !== null && <span>undone</span>}
                <When at={step.undoneAt ?? step.at} />
              </StepButton>
            )}
          </chakra.li>
        ))}
      </ol>
    </>
  )
}

/** A step of the trail; what stands beside its words comes as children. */
function StepButton({
  words,
  title,
  disabled,
  undone,
  onClick,
  children,
}: {
  readonly words: string
  readonly title: string
  readonly disabled?: boolean
  readonly undone?: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.button
      type="button"
      disabled={disabled}
      onClick={onClick}
      title={title}
      display="flex"
      gap="2"
      width="full"
      minHeight="24px"
      alignItems="center"
      textAlign="left"
      fontSize="xs"
      px="1"
      borderRadius="sm"
      _hover={{ background: 'hover' }}
      color={undone ? 'faint' : undefined}
      _disabled={{ color: 'faint', background: 'transparent' }}
    >
      <chakra.span flex="1" truncate textDecoration={undone ? 'line-through' : 'none'}>
        {words}
      </chakra.span>
      {children}
    </chakra.button>
  )
}

/** The time of today's steps, the day of older ones; all of it on hover. */
function When({ at }: { readonly at: string }): ReactElement {
  return (
    <chakra.time dateTime={at} title={exactTime(at)} color="faint" flexShrink={0}>
      {new Date(at).toDateString() === new Date().toDateString() ? clock.format(new Date(at)) : day(at)}
    </chakra.time>
  )
}

const differences = ({ differences: all }: Pick<RecordedView, 'differences'>): string =>
  all.map(({ name, before, after }) => `${name}: ${before} → ${after}`).join('; ')

/** The last step cannot simply be taken back: somebody has coded the same field since. */
function Moved({
  moved,
  onOverwrite,
  children,
}: {
  readonly moved: RecordedView['moved']
  readonly onOverwrite: () => void
  readonly children?: ReactNode
}): ReactElement | null {
  if (moved.length === 0) return null
  return (
    <chakra.div role="note" background="attentionGround" borderRadius="md" p="2" fontSize="xs" my="1">
      {moved.map((one) => (
        <p key={one.fieldId}>{one.message}</p>
      ))}
      <chakra.div display="flex" gap="2" pt="2" flexWrap="wrap">
        {children}
        <Button size="sm" onClick={onOverwrite}>
          Overwrite
        </Button>
      </chakra.div>
    </chakra.div>
  )
}

const said = (step: StepView): string => {
  const [only, ...more] = step.differences
  return only && more.length === 0 ? `${only.name}: ${only.before} → ${only.after}` : step.label
}
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
