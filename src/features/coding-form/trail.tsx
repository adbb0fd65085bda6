/** The undo trail of the document: each step with its label; a click goes back to it, also after days and reloads. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useMemo } from 'react'
import { restore } from '../../commands/coding.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { redo, undo } from '../../commands/undo.ts'
import { $coding, type StepView, stepView } from '../../stores/coding-view.ts'
import { $session } from '../../stores/session.ts'
import { trailOf, undoTrail } from '../../stores/undo.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { counted, exactTime } from '../ui/format.ts'

export function Trail({ documentId }: { readonly documentId: number }): ReactElement {
  const { run, trails, session, coding } = useUnit({
    run: dispatch,
    trails: undoTrail.$state,
    session: $session,
    coding: $coding,
  })
  const stream = `document:${documentId}`
  const trail = trailOf(trails, session.userId, stream)
  const steps = useMemo(
    () => trail.done.map((step) => stepView(coding, documentId, step)).reverse(),
    [trail, coding, documentId],
  )
  const last = steps[0]
  return (
    <chakra.section aria-label="Undo trail" px="3" py="2">
      <chakra.div display="flex" alignItems="center" gap="1">
        <chakra.h3 fontSize="xs" fontWeight={600} color="faint" flex="1">
          Trail: {counted(steps.length, 'step')}
        </chakra.h3>
        <IconButton
          icon="undo"
          label="Undo"
          keys="Ctrl+Z"
          disabled={steps.length === 0}
          onClick={() => run(undo({ stream }))}
        />
        <IconButton
          icon="redo"
          label="Redo"
          keys="Ctrl+Shift+Z"
          disabled={trail.undone.length === 0}
          onClick={() => run(redo({ stream }))}
        />
      </chakra.div>
      {last && last.moved.length > 0 && <Moved step={last} documentId={documentId} />}
      <ol>
        {steps.map((step) => (
          <chakra.li key={step.group}>
            <chakra.button
              type="button"
              onClick={() => run(undo({ stream, through: step.group }))}
              title={`Undo back to before this: ${step.differences.map((one) => `${one.name}: ${one.before} → ${one.after}`).join('; ')}`}
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
            >
              <chakra.span flex="1" truncate>
                {said(step)}
              </chakra.span>
              <chakra.time dateTime={step.at} title={exactTime(step.at)} color="faint">
                {clock.format(new Date(step.at))}
              </chakra.time>
            </chakra.button>
          </chakra.li>
        ))}
      </ol>
    </chakra.section>
  )
}

/** The last step cannot simply be taken back: somebody has coded the same field since. */
function Moved({ step, documentId }: { readonly step: StepView; readonly documentId: number }): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.div role="note" background="attentionGround" borderRadius="md" p="2" fontSize="xs" my="1">
      {step.moved.map((one) => (
        <p key={one.fieldId}>{one.message}</p>
      ))}
      <chakra.div display="flex" gap="2" pt="2" flexWrap="wrap">
        {step.rest.length > 0 && (
          <Button size="sm" onClick={() => run(restore({ documentId, changes: [...step.rest] }))}>
            Undo the others
          </Button>
        )}
        <Button
          size="sm"
          onClick={() => run(restore({ documentId, changes: [...step.all], overwrite: true }))}
        >
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
