/** The redactions of a spreadsheet as a list: where, with which label, by whom; and those that were removed. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { placeWords, type RedactedCells } from '#contracts/redacted-cells.ts'
import { redactionWords } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changeCells, clearAllCells, removeCells, restoreCells } from '#src/commands/redacted-cells.ts'
import { applied } from '#src/events/redacted-cells/document.ts'
import { CopyCellsToCopies, UndoCellsFromRecord } from '../redaction/whole-acts.tsx'
import { useIsArchived, useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { Ago } from '../ui/time.tsx'
import { CopyNote } from './copy-note.tsx'
import type { RedactingSheet } from './use-redacted-cells.ts'

/** Listed at most of each part: the sheets show all of them. */
const most = 200

export function CellsPanel({
  documentId,
  redacting,
  onShow,
}: {
  readonly documentId: number
  readonly redacting: RedactingSheet
  readonly onShow: (one: RedactedCells) => void
}): ReactElement | null {
  const run = useUnit(dispatch)
  const { can } = useWho()
  const isArchived = useIsArchived()
  const [clearing, setClearing] = useState(false)
  const { doc, shown, mayChange, mayDraw } = redacting
  if (doc === null) return null
  const inOrder = [
    ...shown.filter(({ redaction }) => redaction.toCheck),
    ...shown.filter(({ redaction }) => !redaction.toCheck),
  ]
  const removed = [...applied(doc).removed.values()].reverse()
  return (
    <chakra.section
      aria-label="Redactions"
      data-redaction-list
      maxHeight="40%"
      overflowY="auto"
      borderBottomWidth="1px"
      borderColor="line"
      background="surface"
      fontSize="sm"
      px="3"
      py="1"
      flexShrink={0}
    >
      {isArchived && <p>This project is archived: its redactions can be read and not changed.</p>}
      <CopyNote documentId={documentId} redacting={redacting} />
      <chakra.div display="flex" flexWrap="wrap" gap="2" py="1" _empty={{ display: 'none' }}>
        {mayDraw && <UndoCellsFromRecord documentId={documentId} revision={doc.revision} />}
        {mayDraw && doc.inForce.length > 0 && <CopyCellsToCopies documentId={documentId} />}
        {can('redaction.clear') && doc.inForce.length > 0 && (
          <Button size="sm" onClick={() => setClearing(true)}>
            Clear all …
          </Button>
        )}
      </chakra.div>
      <chakra.ul aria-label="In force">
        {inOrder.slice(0, most).map(({ redaction: cells, standing }) => (
          <Row key={cells.key} cells={cells} onShow={onShow}>
            {standing !== 'saved' && (
              <chakra.span color="muted">{standing === 'saving' ? 'Not saved yet' : 'Not saved'}</chakra.span>
            )}
            {cells.toCheck && (
              <>
                <chakra.span color="attentionInk">Check: the document has another file</chakra.span>
                {mayChange(cells) && (
                  <Button
                    size="sm"
                    onClick={() =>
                      run(changeCells({ documentId, change: [{ key: cells.key, checked: true }] }))
                    }
                  >
                    It is right
                  </Button>
                )}
              </>
            )}
            {mayChange(cells) && standing === 'saved' && (
              <Button
                size="sm"
                look="quiet"
                aria-label={`Remove ${placeWords(cells)}`}
                onClick={() => run(removeCells({ documentId, keys: [cells.key] }))}
              >
                Remove
              </Button>
            )}
          </Row>
        ))}
      </chakra.ul>
      {inOrder.length > most && <More count={inOrder.length - most} />}
      {removed.length > 0 && (
        <>
          <chakra.h3 color="muted" fontSize="xs" pt="1">
            Removed
          </chakra.h3>
          <chakra.ul aria-label="Removed">
            {removed.slice(0, most).map((one) => (
              <Row key={one.key} cells={one} onShow={onShow}>
                <chakra.span color="muted">
                  removed by <Foreign text={one.removedBy} /> <Ago at={one.removedAt} />
                </chakra.span>
                {mayChange(one) && (
                  <Button size="sm" onClick={() => run(restoreCells({ documentId, keys: [one.key] }))}>
                    Restore
                  </Button>
                )}
              </Row>
            ))}
          </chakra.ul>
          {removed.length > most && <More count={removed.length - most} />}
        </>
      )}
      {clearing && (
        <DeleteDialog
          title="Clear all redactions"
          act="Clear all"
          onDelete={() => run(clearAllCells({ documentId }))}
          onClose={() => setClearing(false)}
        >
          {redactionWords.clearAll}
        </DeleteDialog>
      )}
    </chakra.section>
  )
}

function Row({
  cells,
  onShow,
  children,
}: {
  readonly cells: RedactedCells
  readonly onShow: (one: RedactedCells) => void
  readonly children: ReactNode
}): ReactElement {
  const { kind, label, by, at } = cells
  const called = kind === 'kept' ? '' : `: ${label === '' ? redactionWords.noLabel : label}`
  return (
    <chakra.li display="flex" alignItems="center" flexWrap="wrap" gap="2" minHeight="28px">
      <Button size="sm" look="quiet" onClick={() => onShow(cells)}>
        {placeWords(cells)}
        {called}
      </Button>
      <chakra.span color="muted">
        <Foreign text={by} /> <Ago at={at} />
      </chakra.span>
      {children}
    </chakra.li>
  )
}

const More = ({ count }: { readonly count: number }): ReactElement => (
  <chakra.p color="muted">{count} more are shown in the sheets.</chakra.p>
)
