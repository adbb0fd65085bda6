/**
 * What stands beside a document: its family, thread, near-duplicates and suppressed copies; where personal data is in it; or
 * two texts compared.
 */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { Related } from '#contracts/analysis.ts'
import { related as relatedTo } from '#src/reads/analysis.ts'
import { $comparison } from '../../stores/analysis.ts'
import { useRead } from '../ui/answer.ts'
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx'
import { Comparison } from './comparison.tsx'
import { PersonalDataList } from './personal-data-list.tsx'
import { CopyList, FamilyList, NearDuplicateList, ThreadList } from './related-lists.tsx'
import { walkRows } from './row-walk.ts'

export function RelatedPane({
  documentId,
  timeZone,
}: {
  readonly documentId: number
  readonly timeZone: string
}): ReactElement {
  const comparison = useUnit($comparison)
  const { value: related, failure, again } = useRead(relatedTo, { documentId })
  if (comparison?.documentId === documentId)
    return <Comparison documentId={documentId} otherId={comparison.otherId} related={related} />
  if (related === null)
    return failure === null ? (
      <Skeleton rows={8} />
    ) : (
      <ErrorState title="Related documents could not be loaded" message={failure.message} onRetry={again} />
    )
  return <Lists related={related} timeZone={timeZone} stale={failure !== null} />
}

function Lists({
  related,
  timeZone,
  stale,
}: {
  readonly related: Related
  readonly timeZone: string
  /** The last asking failed: this is what came before. */
  readonly stale: boolean
}): ReactElement {
  const { family, thread, nearDuplicates, copies, analysed } = related
  const nothing =
    family.length < 2 && thread.data.length < 2 && nearDuplicates.totalCount === 0 && copies.totalCount === 0
  return (
    <chakra.div
      height="full"
      overflow="auto"
      background="surface"
      px="5"
      py="3"
      tabIndex={0}
      role="region"
      aria-label="Related documents"
      onKeyDown={walkRows}
    >
      {stale && (
        <chakra.p role="status" fontSize="xs" color="attentionInk" pb="2">
          The server could not be asked again: this may be older than it looks.
        </chakra.p>
      )}
      {!analysed && (
        <chakra.p role="status" fontSize="xs" color="muted" pb="2">
          Threads and near-duplicates of this document are not known yet: the analysis of the project comes by
          after each import and promotion.
        </chakra.p>
      )}
      {nothing && analysed ? (
        <EmptyState icon="branch" title="Nothing stands beside this document">
          It is alone in its family and its thread, no other document says nearly the same, and no copy of it
          was suppressed.
        </EmptyState>
      ) : (
        <>
          <FamilyList related={related} />
          <ThreadList related={related} timeZone={timeZone} />
          <NearDuplicateList related={related} timeZone={timeZone} />
          <CopyList related={related} />
        </>
      )}
      <PersonalDataList documentId={related.documentId} />
    </chakra.div>
  )
}
