/** Over the form or the tags: why they are read-only, and the ways on. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { withAreas } from '#src/areas/lazy.ts'
import { $lostBatch } from '../../stores/lost-batches.ts'
import { $isOutside } from '../../stores/review.ts'
import { useWho } from '../session/who.ts'
import { part } from '../ui/part.tsx'

/** Most batches are kept until they are done: it comes with the first that is not. */
const LostBatch = part(
  withAreas(['assignments'], () =>
    import('../assignments/lost-batch.tsx').then((loaded) => loaded.LostBatch),
  ),
  null,
)

const OutsideNotice = part(() => import('./outside-notice.tsx').then((loaded) => loaded.OutsideNotice))
const NotAllowedNotice = part(() =>
  import('./not-allowed-notice.tsx').then((loaded) => loaded.NotAllowedNotice),
)

/** Whether nothing is coded here, by the person's role or in an archived project. Whoever codes may tag as well. */
export const useMayNotCode = (): boolean => !useWho().can('coding.save')

export function useReadOnly(): boolean {
  const { isOutside, lost } = useUnit({ isOutside: $isOutside, lost: $lostBatch })
  return useMayNotCode() || isOutside || lost !== null
}

export function ReadOnlyNotice({ documentId }: { readonly documentId: number }): ReactElement | null {
  const { isOutside, lost } = useUnit({ isOutside: $isOutside, lost: $lostBatch })
  if (useMayNotCode()) return <NotAllowedNotice />
  if (lost !== null) return <LostBatch standing={lost} documentId={documentId} />
  return isOutside ? <OutsideNotice documentId={documentId} /> : null
}
