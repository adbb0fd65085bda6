/** Around the pages of a document: its redactions, the tool that draws them, and the lists that tell of them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import type { PageImage } from '#contracts/pages.ts'
import type { Redaction } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { turnRedacting } from '#src/commands/redacting.ts'
import { turnPreview, turnRedactionsPanel } from '#src/commands/redactions.ts'
import { documentRedactionsRead } from '#src/reads/redactions.ts'
import { $redacting } from '#src/stores/redactions.ts'
import type { PageOver } from '../pages/page-over.ts'
import type { Rect } from '../pages/page-words.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { around, boxesIn, wholePage } from './geometry.ts'
import { RedactingProvider } from './model.ts'
import { RedactBar } from './redact-bar.tsx'
import { RedactionLayer } from './redaction-layer.tsx'
import { RedactionsPanel } from './redactions-panel.tsx'
import { RefusedList } from './refused-list.tsx'
import { useRedactKeys } from './use-redact-keys.ts'
import { useRedacting } from './use-redacting.ts'

/** Others redact the same document. */
const refreshMs = 15_000

export function Redacting({
  documentId,
  images,
  children,
}: {
  readonly documentId: number
  readonly images: readonly PageImage[]
  /** Draws the pages with what lies on them. */
  readonly children: (over: PageOver) => ReactElement
}): ReactElement {
  const { run, view } = useUnit({ run: dispatch, view: $redacting })
  const { can } = useWho()
  const mayDraw = can('redaction.draw')
  const { failure, again } = useRead(documentRedactionsRead, { documentId }, { every: refreshMs })
  const redacting = useRedacting(documentId)
  const { model, doc, shown, said, onPage } = redacting
  const [goTo, setGoTo] = useState<Rect | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const isKnown = doc !== null && doc.revision >= 0
  const focusPages = (): void =>
    frame.current?.querySelector<HTMLElement>('[aria-label="Page images"]')?.focus({ preventScroll: true })
  const onTool = (on: boolean): void => {
    run(turnRedacting({ on }))
    // Nothing is drawn on what only shows how pages will leave.
    if (on && view.preview) run(turnPreview({ on: false }))
    if (on) focusPages()
    else model.select(null)
  }
  const onPreview = (): void => {
    run(turnPreview({ on: !view.preview }))
  }
  const onShow = (one: Redaction): void => {
    const { left, top, right, bottom } = one.boxes.length === 0 ? wholePage : around(boxesIn(one.boxes))
    setGoTo({ page: one.page - 1, left, top, right, bottom })
    if (view.on) model.select(one.key)
  }
  useRedactKeys({
    redacting,
    mayDraw,
    view,
    onTool,
    onPreview,
    onEdit: () => frame.current?.querySelector<HTMLElement>('[data-redaction-label]')?.focus(),
  })
  const tools = (
    <>
      {mayDraw && (
        <Button
          size="sm"
          look="quiet"
          aria-pressed={view.on}
          title="Redact (r)"
          onClick={() => onTool(!view.on)}
        >
          Redact
        </Button>
      )}
      <Button
        size="sm"
        look="quiet"
        aria-pressed={view.preview}
        title="Show pages as they will leave (Shift+R)"
        onClick={onPreview}
      >
        Preview
      </Button>
      <Button
        size="sm"
        look="quiet"
        aria-expanded={view.panel}
        onClick={() => run(turnRedactionsPanel({ on: !view.panel }))}
      >
        Redactions ({shown.length})
      </Button>
    </>
  )
  return (
    <RedactingProvider value={model}>
      <chakra.div
        ref={frame}
        data-redacting
        flex="1"
        minHeight="0"
        display="flex"
        flexDirection="column"
        aria-busy={!isKnown && failure === null}
      >
        {view.preview && (
          <Line tone="attention">Preview: black is what will be covered in everything that leaves.</Line>
        )}
        {!isKnown && failure === null && <Line>The redactions are being loaded.</Line>}
        {failure !== null && (
          <Line tone="attention">
            {isKnown
              ? `The redactions could not be looked up again: ${failure.message} `
              : `The redactions could not be loaded, so the pages are shown without them: ${failure.message} `}
            <Button size="sm" look="quiet" onClick={again}>
              Try again
            </Button>
          </Line>
        )}
        {mayDraw && view.on && !view.preview && isKnown && (
          <RedactBar
            documentId={documentId}
            pages={images.length}
            selected={model.selected}
            tool={view.tool}
            saving={doc.waiting.length}
            onDone={focusPages}
            onRemove={redacting.onRemove}
            onStop={() => onTool(false)}
          />
        )}
        {isKnown && doc.refused.length > 0 && <RefusedList doc={doc} onShow={onShow} />}
        {view.panel && isKnown && (
          <RedactionsPanel doc={doc} shown={shown} mayDraw={mayDraw} onShow={onShow} />
        )}
        {children({ Layer: RedactionLayer, goTo, tools, onPage })}
        <chakra.p role="status" aria-label="Redacting" srOnly>
          {said}
        </chakra.p>
      </chakra.div>
    </RedactingProvider>
  )
}

function Line({
  tone,
  children,
}: {
  readonly tone?: 'attention'
  readonly children: ReactNode
}): ReactElement {
  return (
    <chakra.div
      role="note"
      px="4"
      py="1"
      fontSize="xs"
      color={tone === undefined ? 'muted' : 'attentionInk'}
      background={tone === undefined ? 'surface' : 'attentionGround'}
    >
      {children}
    </chakra.div>
  )
}
