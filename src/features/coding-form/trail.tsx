/** The undo trail of the document: each step with its label; a click goes back to it, also after days and reloads. */
import { chakra } from '@chakra-ui/react'
import { type ReactElement, useMemo } from 'react'
import { number } from '../ui/format.ts'
import { part } from '../ui/part.tsx'
import { useUndo } from './use-undo.ts'

/** Fetched with the first step. */
const TrailSteps = part(() => import('./trail-steps.tsx').then((module) => module.TrailSteps))

export function Trail({ documentId }: { readonly documentId: number }): ReactElement {
  const { trail, recorded } = useUndo(documentId)
  // What was taken back from the record stands there, as undone.
  const undone = useMemo(
    () => trail.undone.filter(({ group }) => recorded.every(({ saveId }) => saveId !== group)),
    [trail, recorded],
  )
  return (
    <chakra.section aria-label="Undo trail" px="3" py="2">
      <chakra.h3 fontSize="xs" fontWeight={600} color="faint">
        Edits: {trail.done.length}
        {undone.length > 0 && `, ${number(undone.length)} undone`}
      </chakra.h3>
      {trail.done.length + undone.length + recorded.length > 0 && (
        <TrailSteps documentId={documentId} trail={trail} recorded={recorded} undone={undone} />
      )}
    </chakra.section>
  )
}
