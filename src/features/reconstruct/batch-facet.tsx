/** One batch to narrow the activity to, found by its assignment, number, holder or status. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useCallback, useMemo, useState } from 'react'
import type { BatchThen } from '#contracts/reconstruct.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { filterActivity } from '#src/commands/reconstruct.ts'
import { $look } from '#src/stores/reconstruct.ts'
import type { Batches } from '#src/stores/reconstruct-cache.ts'
import { statusLooks } from '../assignments/batch-status.tsx'
import { Button } from '../ui/button.tsx'
import { Finder, ranked } from '../ui/finder.tsx'
import { number } from '../ui/format.ts'
import { Choice, Group } from './facet.tsx'
import type { Answered } from './use-answer.ts'
import { useBatchName, useReadOn } from './use-batches.ts'
import { batchWords } from './words.ts'

const standing = ({ status, userName }: BatchThen): string =>
  userName === null ? statusLooks[status].word : `${statusLooks[status].word}, ${userName}`
const said = (row: BatchThen): string => `${batchWords(row)} ${standing(row)}`

const show = (row: BatchThen): ReactElement => (
  <>
    <span className="label">{batchWords(row)}</span>
    <span className="aside note">{standing(row)}</span>
    <span className="aside">
      {number(row.reviewed)} of {number(row.size)}
    </span>
  </>
)
const keyOf = ({ batchId }: BatchThen): string => String(batchId)

export function BatchFacet({ batches }: { readonly batches: Answered<Batches> }): ReactElement {
  const {
    view: { filter },
    run,
  } = useUnit({ view: $look, run: dispatch })
  const [finding, setFinding] = useState(false)
  const { value, failure, again } = batches
  const name = useBatchName(filter.batchId)
  const rows = useMemo(() => value?.pages.flat() ?? [], [value])
  const find = useCallback((text: string) => ranked(rows, said, text), [rows])
  useReadOn(value, finding)
  const set = (batchId: number | null) => run(filterActivity({ ...filter, batchId }))
  return (
    <Group title="Batch">
      {filter.batchId !== null && <Choice label={name} count={null} on onTurn={() => set(null)} />}
      {rows.length > 0 ? (
        <Button size="sm" look="quiet" icon="search" aria-haspopup="dialog" onClick={() => setFinding(true)}>
          {filter.batchId === null ? 'Choose a batch' : 'Another batch'}
        </Button>
      ) : (
        filter.batchId === null && (
          <chakra.div px="2" fontSize="sm" color="faint" minHeight="row">
            {value !== null && 'None'}
            {value === null && failure !== null && (
              <>
                {failure.message}{' '}
                <Button size="sm" onClick={again}>
                  Try again
                </Button>
              </>
            )}
          </chakra.div>
        )
      )}
      {finding && (
        <Finder
          label="Batches"
          ask="Find a batch"
          placeholder="Assignment, number, or who holds it"
          find={find}
          keyOf={keyOf}
          show={show}
          from={rows.find(({ batchId }) => batchId === filter.batchId)}
          awaited={value?.next !== null && failure === null}
          none={(text) => `No batch is called "${text}".`}
          onChoose={({ batchId }) => set(batchId)}
          onClose={() => setFinding(false)}
        />
      )}
    </Group>
  )
}
