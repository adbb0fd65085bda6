/** What somebody drew and the server has not taken: nothing of it is lost before he has decided. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import type { Redaction } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { dropRefused, keepRefused } from '#src/commands/redactions.ts'
import type { RedactedDocument, RefusedGesture } from '#src/events/redaction/document.ts'
import { Button } from '../ui/button.tsx'
import { dayAndTime } from '../ui/format.ts'

export function RefusedList({
  doc,
  onShow,
}: {
  readonly doc: RedactedDocument
  readonly onShow: (one: Redaction) => void
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.ul
      aria-label="Redactions that were not saved"
      data-redaction-list
      maxHeight="30%"
      overflowY="auto"
      background="attentionGround"
      color="attentionInk"
      fontSize="xs"
    >
      {doc.refused.map((one) => {
        const { gesture } = one
        const { documentId } = one.asked
        const standing = doc.inForce.find(({ key }) => keysOf(one).includes(key))
        return (
          <chakra.li
            key={gesture}
            role="alert"
            display="flex"
            alignItems="center"
            flexWrap="wrap"
            gap="2"
            px="4"
            py="1"
          >
            <chakra.span flex="1">{whyOf(doc, one)}</chakra.span>
            {standing !== undefined && (
              <Button size="sm" look="quiet" onClick={() => onShow(standing)}>
                Show
              </Button>
            )}
            <Button size="sm" onClick={() => run(keepRefused({ documentId, gesture }))}>
              {one.code === 'redaction.stale' ? 'Keep yours' : 'Try again'}
            </Button>
            <Button size="sm" onClick={() => run(dropRefused({ documentId, gesture }))}>
              Drop yours
            </Button>
          </chakra.li>
        )
      })}
    </chakra.ul>
  )
}

const keysOf = ({ asked: { markup } }: RefusedGesture): readonly string[] =>
  [...markup.change, ...markup.remove, ...markup.restore].map(({ key }) => key)

/** 'Dana removed this box at 14:02.' */
function whyOf(doc: RedactedDocument, one: RefusedGesture): string {
  if (one.code !== 'redaction.stale') return `Not saved: ${one.message}`
  const keys = keysOf(one)
  const gone = doc.removed.find(({ key }) => keys.includes(key))
  if (gone !== undefined)
    return `${gone.removedBy} removed this box at ${dayAndTime(gone.removedAt)} (page ${gone.page}).`
  const moved = doc.inForce.find(({ key }) => keys.includes(key))
  if (moved !== undefined) return `The redaction on page ${moved.page} was changed meanwhile.`
  return one.message
}
