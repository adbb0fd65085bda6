/** Random samples: drawing one, and opening one in the list. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useState } from 'react'
import type { Sample } from '#contracts/samples.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { search } from '#src/commands/review-list.ts'
import { deleteSample } from '#src/commands/search-reports.ts'
import { samples } from '#src/reads/search-reports.ts'
import { $list } from '#src/stores/review.ts'
import { useIsArchived } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { number } from '../ui/format.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Ago } from '../ui/time.tsx'
import { Documents } from './history-tab.tsx'
import { KeptList, KeptRow } from './kept-row.tsx'
import { SampleDialog } from './sample-dialog.tsx'
import { setWords } from './sets.ts'

export function SamplesTab(): ReactElement {
  const { run, list } = useUnit({ run: dispatch, list: $list })
  const { value, failure, again } = useRead(samples, {}, { every: 60_000 })
  const isArchived = useIsArchived()
  const [drawing, setDrawing] = useState(false)
  const [leaving, setLeaving] = useState<Sample | null>(null)
  const shown = list?.query.type === 'sample' ? list.query.objectId : null
  const open = (objectId: number) =>
    run(
      search({
        ...{ queryString: '', includeFamily: false, filter: 'all', viewer: 'parentsAndChildren' },
        ...{ within: { objectId, type: 'sample' }, openAt: 0 },
      }),
    )
  return (
    <>
      {!isArchived && (
        <chakra.div px="3" pt="3" pb="2" borderBottomWidth="1px" borderColor="line">
          <Button icon="plus" onClick={() => setDrawing(true)}>
            Draw a random sample
          </Button>
        </chakra.div>
      )}
      {value === null && failure === null && <Skeleton rows={6} />}
      {value === null && failure !== null && (
        <ErrorState title="The samples could not be loaded" message={failure.message} onRetry={again} />
      )}
      {value?.length === 0 && (
        <EmptyState icon="compare" title="No random samples">
          {isArchived
            ? 'This project is archived: no sample is drawn in it.'
            : 'Draw documents at random from a search or from all, to check what was coded or left out.'}
        </EmptyState>
      )}
      <KeptList label="Random samples">
        {value?.map((one) => (
          <KeptRow
            key={one.sampleId}
            name={one.name}
            figure={<Documents count={one.size} />}
            current={shown === one.sampleId}
            lines={[
              `Of ${number(one.population)}: ${setWords(one.set)}`,
              `${sizeWords(one)}Seed ${one.seed}`,
              <span key="by">
                {one.madeBy}, <Ago at={one.madeAt} />
              </span>,
            ]}
            onOpen={() => open(one.sampleId)}
            remove={
              one.mayDelete && !isArchived
                ? { label: `Delete ${one.name} …`, run: () => setLeaving(one) }
                : null
            }
          />
        ))}
      </KeptList>
      {drawing && <SampleDialog onClose={() => setDrawing(false)} />}
      {leaving !== null && (
        <DeleteDialog
          title={`Delete ${leaving.name}?`}
          act="Delete the sample"
          onDelete={() => run(deleteSample({ sampleId: leaving.sampleId, name: leaving.name }))}
          onClose={() => setLeaving(null)}
        >
          <p>
            Its seed stays on the record: with seed {leaving.seed} and the same set the same documents are
            drawn again. No document is changed by it.
          </p>
        </DeleteDialog>
      )}
    </>
  )
}

const sizeWords = ({ sizeBy }: Sample): string =>
  'size' in sizeBy ? '' : `${sizeBy.confidence} % ± ${sizeBy.margin} % · `
