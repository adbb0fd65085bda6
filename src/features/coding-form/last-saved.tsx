/** Over the buttons, on the document after a save: what was saved, and its undo. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { dispatch } from '../../commands/dispatch.ts'
import { undoSave } from '../../commands/undo.ts'
import { $unsettled } from '../../stores/coding-view.ts'
import { $named } from '../../stores/document-names.ts'
import type { LastSave } from '../../stores/last-save.ts'
import { jobPath } from '../jobs/job-path.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { Kbd } from '../ui/kbd.tsx'

/** What became of related documents. */
const others = ({ documents, left, inJobs }: NonNullable<LastSave['propagated']>): string =>
  [
    inJobs > 0
      ? `a job codes ${counted(inJobs, 'more document')}`
      : `${counted(documents, 'other document')} too`,
    ...(left > 0 ? [`${counted(left, 'value')} left as ${left === 1 ? 'it was' : 'they were'}`] : []),
  ].join(', ')

/** `byKey`: Ctrl+Z does the same, because nothing was done on the document in view since. */
export function LastSaved({
  lastSave: { documentId, saveId, propagated },
  byKey,
}: {
  readonly lastSave: LastSave
  readonly byKey: boolean
}): ReactElement {
  const { run, named, unsettled } = useUnit({ run: dispatch, named: $named, unsettled: $unsettled })
  const how = unsettled.get(documentId)
  const name = named(documentId)?.controlNumber ?? 'The last document'
  return (
    <chakra.div display="flex" alignItems="center" gap="1" pb="1" fontSize="xs" data-testid="last-saved">
      <chakra.span flex="1" minWidth="0">
        <chakra.span display="block" truncate>
          {name} {how === undefined ? 'saved' : how === 'saving' ? 'being saved' : 'not saved'}
        </chakra.span>
        {propagated !== undefined && (
          <chakra.span display="block" color="muted">
            {others(propagated)}
            {propagated.jobIds?.map((jobId) => (
              <chakra.span key={jobId}>
                {' · '}
                <Link to={jobPath({ jobId })}>Receipt</Link>
              </chakra.span>
            ))}
          </chakra.span>
        )}
      </chakra.span>
      <Button
        size="sm"
        look="quiet"
        aria-label={`Undo the coding of ${name}`}
        onClick={() => run(undoSave({ documentId, saveId }))}
      >
        Undo {byKey && <Kbd keys="Ctrl+Z" />}
      </Button>
    </chakra.div>
  )
}
