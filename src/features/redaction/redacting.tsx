/** Around the pages of a document: its redactions, the tool that draws them, and the lists that tell of them. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, type ReactNode, useMemo, useState } from 'react'
import type { PageImage } from '#contracts/pages.ts'
import type { Redaction } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { turnRedacting } from '#src/commands/redacting.ts'
import { dropRefused, keepRefused, turnPreview, turnRedactionsPanel } from '#src/commands/redactions.ts'
import { documentRedactionsRead } from '#src/reads/redactions.ts'
import { $online } from '#src/stores/network.ts'
import { $redacting } from '#src/stores/redactions.ts'
import type { PageOver } from '../pages/page-over.ts'
import type { Rect } from '../pages/page-words.ts'
import { useWho } from '../session/who.ts'
import { useRead } from '../ui/answer.ts'
import { Button } from '../ui/button.tsx'
import { counted } from '../ui/format.ts'
import { useKeptFocus } from '../ui/kept-focus.ts'
import { useWaited } from '../ui/use-waited.ts'
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
  const [goTo, setGoTo] = useState<Rect | null>(null)
  const onPlace = (one: Redaction): void => {
    const { left, top, right, bottom } = one.boxes.length === 0 ? wholePage : around(boxesIn(one.boxes))
    setGoTo({ page: one.page - 1, left, top, right, bottom })
  }
  const redacting = useRedacting(documentId, onPlace)
  const { model, doc, shown, said, onPage } = redacting
  // What was refused goes by being decided on: the keyboard goes on in the pages.
  const frame = useKeptFocus<HTMLDivElement>((place) => pagesIn(place))
  const isKnown = doc !== null && doc.revision >= 0
  // Held through a preview, it is taken up again from there.
  const works = view.on && !view.preview
  const focusPages = (): void => pagesIn(frame.current)?.focus({ preventScroll: true })
  const onTool = (on: boolean): void => {
    run(turnRedacting({ on }))
    // Nothing is drawn on what only shows how pages will leave.
    if (on && view.preview) run(turnPreview({ on: false }))
    if (on) focusPages()
    else {
      model.select(null)
      // The bar goes, and what in it had the keyboard.
      if (frame.current?.querySelector('[aria-label="Redact"]')?.contains(document.activeElement))
        focusPages()
    }
  }
  const onPreview = (): void => {
    run(turnPreview({ on: !view.preview }))
  }
  const onShow = (one: Redaction): void => {
    onPlace(one)
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
  const online = useUnit($online)
  // What is not saved yet the server does not burn: it is shown as it is drawn here.
  const isBurned = view.preview && isKnown && online && doc.waiting.length === 0
  const revision = doc?.revision ?? -1
  const burned = useMemo(() => {
    const onFailed = (): void => {
      run(documentRedactionsRead.request({ documentId }))
    }
    return isBurned ? { revision, onFailed } : null
  }, [isBurned, revision, run, documentId])
  const tools = (
    <>
      {mayDraw && (
        <Button size="sm" look="quiet" aria-pressed={works} title="Redact (r)" onClick={() => onTool(!works)}>
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
  const under = (
    <>
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
      {mayDraw && works && isKnown && (
        <RedactBar
          documentId={documentId}
          pages={images.length}
          selected={model.changeable ? model.selected : null}
          foreign={model.selected !== null && !model.changeable ? model.selected.by : null}
          tool={view.tool}
          onDone={focusPages}
          onRemove={() => {
            redacting.onRemove()
            focusPages()
          }}
          onStop={() => onTool(false)}
        />
      )}
      {isKnown && doc.refused.length > 0 && (
        <RefusedList
          doc={doc}
          placeOf={({ page }) => `page ${page}`}
          onShow={onShow}
          keep={keepRefused}
          drop={dropRefused}
        />
      )}
      {view.panel && isKnown && <RedactionsPanel doc={doc} shown={shown} mayDraw={mayDraw} onShow={onShow} />}
      {isKnown && doc.waiting.length > 0 && <Unsaved count={doc.waiting.length} />}
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
        {children({ Layer: burned === null ? RedactionLayer : null, burned, goTo, tools, under, onPage })}
        <chakra.p role="status" aria-label="Redacting" srOnly>
          {said}
        </chakra.p>
      </chakra.div>
    </RedactingProvider>
  )
}

const pagesIn = (frame: HTMLElement | null): HTMLElement | null =>
  frame?.querySelector<HTMLElement>('[aria-label="Page images"]') ?? null

/** In the corner of the pages: they stay where they are while it comes and goes. */
function Unsaved({ count }: { readonly count: number }): ReactElement | null {
  // What is quick is not worth saying.
  if (!useWaited(400)) return null
  return (
    <chakra.div position="relative" zIndex="1" height="0" pointerEvents="none">
      <chakra.span
        position="absolute"
        top="2"
        right="5"
        px="2"
        borderRadius="md"
        fontSize="xs"
        lineHeight="22px"
        color="attentionInk"
        background="attentionGround"
        boxShadow="0 0 0 1px rgba(20,25,36,.16)"
      >
        {counted(count, 'change')} not saved yet
      </chakra.span>
    </chakra.div>
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
