/** What somebody redacted and the server has not taken: nothing of it is lost before he has decided. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { placeWords } from '#contracts/redacted-cells.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { dropRefusedCells, keepRefusedCells } from '#src/commands/redacted-cells.ts'
import type { CellsOfDocument, RefusedCellsGesture } from '#src/events/redacted-cells/document.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime } from '../ui/format.ts'

export function RefusedCells({ doc }: { readonly doc: CellsOfDocument }): ReactElement {
  const run = useUnit(dispatch)
  const { documentId } = doc
  return (
    <chakra.ul
      aria-label="Redactions that were not saved"
      data-redaction-list
      maxHeight="30%"
      overflowY="auto"
      background="attentionGround"
      color="attentionInk"
      fontSize="xs"
      flexShrink={0}
    >
      {doc.refused.map((one) => (
        <chakra.li
          key={one.gesture}
          role="alert"
          display="flex"
          alignItems="center"
          flexWrap="wrap"
          gap="2"
          px="4"
          py="1"
        >
          <chakra.span flex="1">{whyOf(doc, one)}</chakra.span>
          <Button size="sm" onClick={() => run(keepRefusedCells({ documentId, gesture: one.gesture }))}>
            {one.code === 'redaction.stale' ? 'Keep yours' : 'Try again'}
          </Button>
          <Button size="sm" onClick={() => run(dropRefusedCells({ documentId, gesture: one.gesture }))}>
            Drop yours
          </Button>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}

/** 'Dana removed this at 14:02 (Sheet 1, B2).' */
function whyOf(doc: CellsOfDocument, one: RefusedCellsGesture): string {
  if (one.code !== 'redaction.stale') return `Not saved: ${one.message}`
  const { change, remove, restore } = one.asked.markup
  const keys = [...change, ...remove, ...restore].map(({ key }) => key)
  const gone = doc.removed.find(({ key }) => keys.includes(key))
  if (gone !== undefined)
    return `${gone.removedBy} removed this at ${dayAndTime(gone.removedAt)} (${placeWords(gone)}).`
  const changed = doc.inForce.find(({ key }) => keys.includes(key))
  return changed === undefined
    ? one.message
    : `This redaction was changed meanwhile (${placeWords(changed)}).`
}
