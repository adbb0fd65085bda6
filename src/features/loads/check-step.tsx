/** The third step: the load files are read to their end, what would come of it is shown, and then it is loaded. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import type { LoadSettings } from '#contracts/loads.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { startLoad } from '#src/commands/loads.ts'
import { loadCheck } from '#src/reads/loads.ts'
import { $loadSave, $startedLoad } from '#src/stores/loads.ts'
import { useFormSave } from '../fields/form-save.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { ButtonTo } from '../ui/button-to.tsx'
import { counted } from '../ui/format.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/page.tsx'
import { ErrorState, Skeleton } from '../ui/states.tsx'
import { Report } from './report.tsx'
import { loadPath, stepPath } from './words.ts'

export function CheckStep({
  sourceId,
  source,
  settings,
}: {
  readonly sourceId: number
  readonly source: string
  readonly settings: LoadSettings
}): ReactElement {
  const { run, save, started } = useUnit({ run: dispatch, save: $loadSave, started: $startedLoad })
  const navigate = useNavigate()
  const { value, failure, again } = useRead(loadCheck, { sourceId, settings })
  const leave = useCallback(() => {
    if (started !== null) void navigate(loadPath(started))
  }, [started, navigate])
  const { sending, refusal, begin } = useFormSave(save, leave)
  if (value === null)
    return (
      <Section>
        {failure === null ? (
          <>
            <chakra.p role="status" px="4" pt="4" color="muted">
              The load files are being read to their end. Nothing is changed.
            </chakra.p>
            <Skeleton rows={6} />
          </>
        ) : (
          <ErrorState
            title="The load could not be checked"
            message={failure.message}
            onRetry={again}
            action={<ButtonTo to={stepPath(sourceId, 'map')}>Back to the mapping</ButtonTo>}
          />
        )}
      </Section>
    )
  const { loaded, overlaid, refused, unused } = value.counts
  const count = loaded + overlaid
  // Errors of rows that are loaded all the same: a value that cannot be read, a file that is not there.
  const partly = value.faultCount - refused
  const left = [
    ...(refused > 0 ? [`${counted(refused, 'row')} will be refused`] : []),
    ...(partly > 0
      ? [`${counted(partly, 'error')} below will leave out what ${partly === 1 ? 'it is' : 'they are'} about`]
      : []),
    ...(unused > 0 ? [`${counted(unused, 'file')} will wait again`] : []),
  ]
  return (
    <>
      {refusal !== null && <Notice tone="danger">{refusal}</Notice>}
      {failure !== null && <Notice tone="danger">{failure.message}</Notice>}
      <Section padded>
        <chakra.div display="flex" gap="4" alignItems="center" flexWrap="wrap">
          <chakra.p flex="1" minWidth="200px">
            {count === 0
              ? 'There is nothing to load: put right what the errors below say, in the files or in the mapping.'
              : left.length === 0
                ? 'Every row can be loaded, and every file is used.'
                : `${left.join(', ')}. Everything else is loaded.`}
          </chakra.p>
          <Button
            look="primary"
            disabled={count === 0}
            busy={sending}
            onClick={() => run(startLoad({ formKey: begin(), sourceId, source, settings }))}
          >
            {settings.mode.is === 'overlay' ? 'Overlay' : 'Load'} {counted(count, 'document')}
          </Button>
        </chakra.div>
      </Section>
      <Report report={value} isDone={false} />
    </>
  )
}
