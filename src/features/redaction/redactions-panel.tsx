/** The redactions of a document as a list: where, with which label, by whom; and those that were removed. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { type Redaction, redactionWords } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import {
  changeRedactions,
  clearAllRedactions,
  downloadRedacted,
  restoreRedactions,
} from '#src/commands/redactions.ts'
import {
  applied,
  kindWords,
  type RedactedDocument,
  type ShownRedaction,
} from '#src/events/redaction/document.ts'
import { useIsArchived, useWho } from '../session/who.ts'
import { Button } from '../ui/button.tsx'
import { DeleteDialog } from '../ui/delete-dialog.tsx'
import { Foreign } from '../ui/foreign.tsx'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { Ago } from '../ui/time.tsx'
import { CopyToCopies, UndoFromRecord } from './whole-acts.tsx'

/** Drawn at most of each part: the pages show all of them. */
const most = 200

export function RedactionsPanel({
  doc,
  shown,
  mayDraw,
  onShow,
}: {
  readonly doc: RedactedDocument
  readonly shown: readonly ShownRedaction[]
  readonly mayDraw: boolean
  readonly onShow: (one: Redaction) => void
}): ReactElement {
  const run = useUnit(dispatch)
  const { can } = useWho()
  const isArchived = useIsArchived()
  const mayChange = ({ isOwn }: Redaction): boolean => mayDraw && (isOwn || can('redaction.ofOthers'))
  const place = useKeptFocus<HTMLElement>()
  const [clearing, setClearing] = useState(false)
  const { documentId } = doc
  const [toCheck, others] = [
    shown.filter(({ redaction }) => redaction.toCheck),
    shown.filter(({ redaction }) => !redaction.toCheck),
  ]
  const inOrder = [...toCheck, ...others]
  const removed = [...applied(doc).removed.values()].reverse()
  return (
    <chakra.section
      ref={place}
      // What is pressed here may go with its row.
      tabIndex={-1}
      aria-label="Redactions"
      data-redaction-list
      maxHeight="33%"
      flexShrink={0}
      overflowY="auto"
      borderBottomWidth="1px"
      borderColor="line"
      background="surface"
      fontSize="sm"
      px="3"
      py="1"
    >
      {isArchived && <p>This project is archived: its redactions can be read and not changed.</p>}
      {/* Above the list, which may be long. */}
      <chakra.div display="flex" flexWrap="wrap" gap="2" pb="1">
        {can('document.download') && (
          <Button
            size="sm"
            icon="download"
            title="All pages as they leave, with the text that stays"
            onClick={() => run(downloadRedacted({ documentId }))}
          >
            Download redacted PDF
          </Button>
        )}
        {mayDraw && <UndoFromRecord documentId={documentId} revision={doc.revision} />}
        {mayDraw && doc.inForce.length > 0 && <CopyToCopies documentId={documentId} />}
        {can('redaction.clear') && doc.inForce.length > 0 && (
          <Button size="sm" onClick={() => setClearing(true)}>
            Clear all …
          </Button>
        )}
      </chakra.div>
      {inOrder.length === 0 && (
        <chakra.p color="muted" py="1">
          Nothing of this document is redacted.
        </chakra.p>
      )}
      <chakra.ul aria-label="In force">
        {inOrder.slice(0, most).map(({ redaction, standing }) => (
          <Row key={redaction.key} redaction={redaction} onShow={onShow}>
            {standing !== 'saved' && (
              <chakra.span color="muted">{standing === 'saving' ? 'Not saved yet' : 'Not saved'}</chakra.span>
            )}
            {redaction.toCheck && (
              <>
                <chakra.span color="attentionInk">Check: the pages have changed</chakra.span>
                {mayChange(redaction) && (
                  <Button
                    size="sm"
                    onClick={() =>
                      run(changeRedactions({ documentId, change: [{ key: redaction.key, checked: true }] }))
                    }
                  >
                    It is right
                  </Button>
                )}
              </>
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
              <Row key={one.key} redaction={one} onShow={onShow}>
                <chakra.span color="muted">
                  removed by <Foreign text={one.removedBy} /> <Ago at={one.removedAt} />
                </chakra.span>
                {mayChange(one) && (
                  <Button size="sm" onClick={() => run(restoreRedactions({ documentId, keys: [one.key] }))}>
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
          onDelete={() => run(clearAllRedactions({ documentId }))}
          onClose={() => setClearing(false)}
        >
          {redactionWords.clearAll}
        </DeleteDialog>
      )}
    </chakra.section>
  )
}

function Row({
  redaction,
  onShow,
  children,
}: {
  readonly redaction: Redaction
  readonly onShow: (one: Redaction) => void
  readonly children: ReactNode
}): ReactElement {
  const { page, kind, label, by, at } = redaction
  return (
    <chakra.li display="flex" alignItems="center" flexWrap="wrap" gap="2" minHeight="28px">
      <Button size="sm" look="quiet" onClick={() => onShow(redaction)}>
        Page {page}: {label === '' ? redactionWords.noLabel : label}
      </Button>
      <chakra.span color="muted">
        {kindWords[kind]}, <Foreign text={by} /> <Ago at={at} />
      </chakra.span>
      {children}
    </chakra.li>
  )
}

const More = ({ count }: { readonly count: number }): ReactElement => (
  <chakra.p color="muted">{count} more are shown on the pages.</chakra.p>
)
