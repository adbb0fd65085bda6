/** Over the foot of the form: which fields go, which documents they reach, which are left and why. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { PropagationPreview, PropagationRow } from '#contracts/propagation.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseField } from '#src/commands/propagation.ts'
import { open } from '#src/commands/review.ts'
import { joined } from '#src/reads/propagation.ts'
import { useRead } from '../ui/answer.ts'
import { IconButton } from '../ui/button.tsx'
import { counted, number } from '../ui/format.ts'
import type { Choice } from './use-choice.ts'
import { leftReasons, reasonOf, type Shown, shownOf } from './words.ts'

export function PreviewBox({
  documentId,
  choice: { fields, preview, isOn },
  onClose,
}: {
  readonly documentId: number
  readonly choice: Choice
  readonly onClose: () => void
}): ReactElement {
  const run = useUnit(dispatch)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <chakra.div
      ref={box}
      role="dialog"
      aria-label="Where the coding would go"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      position="absolute"
      bottom="calc(100% + 4px)"
      insetInline="2"
      maxHeight="50vh"
      overflowY="auto"
      p="3"
      fontSize="xs"
      background="surface"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      boxShadow="lg"
      zIndex="1"
      data-testid="propagation-preview"
    >
      <chakra.div display="flex" alignItems="center" justifyContent="space-between">
        <chakra.h3 fontSize="sm">Where the coding would go</chakra.h3>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </chakra.div>
      {fields.length > 0 && (
        <chakra.fieldset pb="2">
          <chakra.legend color="faint">Changed fields</chakra.legend>
          {fields.map(({ fieldId, name, canGo, goes }) => (
            <chakra.label key={fieldId} display="flex" alignItems="center" gap="2" minHeight="24px">
              <input
                type="checkbox"
                checked={goes}
                disabled={!canGo}
                onChange={() => run(chooseField({ documentId, fieldId }))}
              />
              {name}
              {!canGo && <chakra.span color="faint">stays with this document</chakra.span>}
            </chakra.label>
          ))}
        </chakra.fieldset>
      )}
      {preview === null ? (
        <chakra.p color="muted">
          {isOn ? 'Nothing is changed yet.' : 'Choose the family, the thread or near-duplicates first.'}
        </chakra.p>
      ) : (
        <Lists preview={preview} />
      )}
      <Joined documentId={documentId} />
    </chakra.div>
  )
}

function Lists({ preview }: { readonly preview: PropagationPreview }): ReactElement {
  const left = preview.leftDocuments
  const [shown, setShown] = useState<Shown>(preview.reached > 0 ? 'reached' : 'left')
  const counts: readonly (readonly [Shown, string, number])[] = [
    ['reached', 'Get the value', preview.reached],
    ['left', 'Left as they are', left],
    ['alreadySo', 'Coded so already', preview.alreadySo],
  ]
  const wanted = counts.filter(([name, , count]) => count > 0 || name === shown)
  const rows = preview.rows.filter((row) => shownOf(row) === shown)
  return (
    <>
      {preview.byJob && (
        <chakra.p pb="1">
          {`${counted(preview.documents, 'document')} are too many for the save itself: a job codes them, and its undo is one step too.`}
        </chakra.p>
      )}
      <chakra.div role="group" aria-label="Documents" display="flex" gap="1" flexWrap="wrap" pb="1">
        {wanted.map(([name, word, count]) => (
          <chakra.button
            key={name}
            type="button"
            aria-pressed={shown === name}
            onClick={() => setShown(name)}
            minHeight="24px"
            px="2"
            borderRadius="sm"
            css={{ '&[aria-pressed=true]': { background: 'selected', fontWeight: 600 } }}
          >
            {word} {number(count)}
          </chakra.button>
        ))}
      </chakra.div>
      {shown === 'left' && leftReasons(preview) !== '' && (
        <chakra.p color="muted" pb="1">
          {leftReasons(preview)}.
        </chakra.p>
      )}
      {rows.length > 0 && (
        <chakra.table
          width="full"
          css={{ '& td, & th': { textAlign: 'start', verticalAlign: 'baseline', paddingInlineEnd: '2' } }}
        >
          <thead>
            <chakra.tr color="faint">
              <th>Document</th>
              <th>Field</th>
              <th>{shown === 'left' ? 'Why' : 'Value'}</th>
            </chakra.tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.documentId} ${row.fieldId}`} row={row} />
            ))}
          </tbody>
        </chakra.table>
      )}
    </>
  )
}

const Row = ({ row }: { readonly row: PropagationRow }): ReactElement => (
  <chakra.tr borderTopWidth="1px" borderColor="line">
    <td>
      <DocumentLink documentId={row.documentId} name={row.controlNumber} />
    </td>
    <td>{row.name}</td>
    <td>
      {row.outcome === 'written'
        ? `${row.before} → ${row.after}`
        : row.outcome === 'notInReview'
          ? reasonOf(row)
          : `${row.outcome === 'alreadySo' ? '' : `${reasonOf(row)}: `}${row.before}`}
    </td>
  </chakra.tr>
)

function DocumentLink({
  documentId,
  name,
}: {
  readonly documentId: number
  readonly name: string
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <chakra.button
      type="button"
      color="accentInk"
      textDecoration="underline"
      minHeight="24px"
      whiteSpace="nowrap"
      textAlign="start"
      onClick={() => run(open({ documentId, position: null }))}
    >
      {name}
    </chakra.button>
  )
}

/** Documents that came later do not inherit: they are listed, and whoever wants them coded goes there. */
function Joined({ documentId }: { readonly documentId: number }): ReactElement | null {
  const { value } = useRead(joined, { documentId })
  if (value === null || value.totalCount === 0) return null
  return (
    <chakra.section pt="2" aria-label="Joined since">
      <chakra.p color="attentionInk">
        {`${counted(value.totalCount, 'document')} came since this one was propagated, and ${value.totalCount === 1 ? 'is' : 'are'} not coded like it:`}
      </chakra.p>
      {value.data.map((one) => (
        <chakra.p key={one.documentId}>
          <DocumentLink documentId={one.documentId} name={one.controlNumber} /> {one.fields.join(', ')}
        </chakra.p>
      ))}
    </chakra.section>
  )
}
