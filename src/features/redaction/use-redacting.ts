/** Redacting one document: what is drawn, what is selected, and what each gesture of the pointer and the keyboard does. */
import { useStoreMap, useUnit } from 'effector-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { pageParts, type RedactionKind } from '#contracts/redactions.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { changeRedactions, drawRedactions, removeRedactions } from '#src/commands/redactions.ts'
import { kindWords, type ShownRedaction, shownIn } from '#src/events/redaction/document.ts'
import { pageTexts } from '#src/reads/pages.ts'
import { $redacting, $redactionLabel, redactedIn, redactions } from '#src/stores/redactions.ts'
import { useRead } from '../ui/answer.ts'
import { type Box, boxesIn, listed, moved, type Point, sized, stepOn } from './geometry.ts'
import type { Ghost, LookedAt, RedactingModel, WordCursor } from './model.ts'
import { type PageWord, runsOf, wordBeyond, wordsOf } from './page-steps.ts'

/** Ms of quiet after which the keyboard's moves are one step. */
const restMs = 500
/** Parts of a page that a key moves, and with Ctrl. */
const small = 40
const big = 400

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface Redacting {
  readonly model: RedactingModel
  readonly doc: ReturnType<typeof redactedIn>
  readonly shown: readonly ShownRedaction[]
  readonly said: string
  readonly onPage: (page: number, turn: LookedAt['turn']) => void
  readonly onArrow: (chord: string) => void
  /** Redacts the words or places the box; false: there is neither, and the selected redaction is edited. */
  readonly onEnter: () => boolean
  readonly onBox: () => void
  readonly onRemove: () => void
  /** False: nothing was begun or selected, and the tool is put down. */
  readonly onEscape: () => boolean
  readonly onStep: (by: 1 | -1) => void
  readonly canStep: (by: 1 | -1) => boolean
}

export function useRedacting(documentId: number): Redacting {
  const { run, view, label } = useUnit({ run: dispatch, view: $redacting, label: $redactionLabel })
  const doc = useStoreMap({
    store: redactions.$state,
    keys: [documentId] as const,
    fn: (state, [of]) => redactedIn(state, of),
    defaultValue: null,
  })
  const shown = useMemo(() => (doc === null ? [] : shownIn(doc)), [doc])
  const byPage = useMemo(() => Map.groupBy(shown, ({ redaction }) => redaction.page), [shown])
  const texts = useRead(pageTexts, view.on ? { documentId } : null, { once: true }).value
  const wordsOn = useMemo(() => {
    const known = new Map<number, readonly PageWord[]>()
    return (page: number): readonly PageWord[] => {
      const words = known.get(page) ?? wordsOf(texts?.data[page - 1] ?? { text: '', boxes: [] })
      known.set(page, words)
      return words
    }
  }, [texts])
  const [key, setKey] = useState<string | null>(null)
  const [cursor, setCursor] = useState<WordCursor | null>(null)
  const [ghost, setGhost] = useState<Ghost | null>(null)
  const [said, say] = useState('')
  const lookedAt = useRef<LookedAt>({ page: 1, turn: 0 })
  const { nudged, nudge, settle } = useNudge(documentId)
  const own = shown.filter(({ standing }) => standing !== 'refused')
  const at = own.findIndex(({ redaction }) => redaction.key === key)
  const selected = own[at]?.redaction ?? null

  const select = useCallback(
    (to: string | null): void => {
      settle()
      setKey(to)
      setGhost(null)
      setCursor(null)
    },
    [settle],
  )
  const draw = useCallback(
    (page: number, kind: RedactionKind, boxes: readonly number[]): void => {
      run(drawRedactions({ documentId, add: [{ page, kind, boxes: [...boxes], ...label }] }))
      say(`Redacted ${kindWords[kind]} on page ${page}.`)
    },
    [run, documentId, label],
  )
  const change = useCallback(
    (of: string, boxes: readonly number[]): void => {
      run(changeRedactions({ documentId, change: [{ key: of, boxes: [...boxes] }] }))
    },
    [run, documentId],
  )
  const onPage = useCallback((page: number, turn: LookedAt['turn']): void => {
    lookedAt.current = { page: page + 1, turn }
  }, [])

  const toWord = (page: number, from: number, to: number): void => {
    const words = wordsOn(page)
    const word = words[to]
    if (word === undefined) {
      say('There are no words on this page: draw a box with b.')
      return
    }
    setCursor({ page, from, to })
    const count = Math.abs(to - from) + 1
    say(count === 1 ? word.text : `${word.text}, ${count} words`)
  }
  const onArrow = (chord: string): void => {
    const parts = chord.split('+')
    const arrow = arrows[parts.at(-1) ?? '']
    if (arrow === undefined) return
    const extends_ = parts.includes('Shift')
    const far = parts.includes('Ctrl') ? big : small
    const { page, turn } = lookedAt.current
    const by = stepOn({ x: arrow.x * far, y: arrow.y * far }, turn)
    if (ghost !== null) {
      const box = movedBox(ghost.box, by, extends_)
      setGhost({ ...ghost, box })
      say(placeOf(box))
    } else if (selected !== null) {
      if (selected.kind === 'page' || (extends_ && selected.boxes.length !== 4)) return
      const before = nudged?.key === selected.key ? nudged.boxes : boxesIn(selected.boxes)
      const after = extends_ ? before.map((box) => movedBox(box, by, true)) : moved(before, by)
      nudge(selected.key, after)
      if (after[0] !== undefined) say(placeOf(after[0]))
    } else {
      const here = cursor?.page === page ? cursor : null
      if (here === null) {
        toWord(page, 0, 0)
        return
      }
      const words = wordsOn(page)
      const to =
        arrow.y === 0
          ? Math.min(words.length - 1, Math.max(0, here.to + arrow.x))
          : wordBeyond(words, here.to, arrow.y === 1 ? 1 : -1)
      toWord(page, extends_ ? here.from : to, to)
    }
  }
  const onEnter = (): boolean => {
    if (ghost !== null) {
      draw(ghost.page, view.tool === 'inverse' ? 'inverse' : 'box', listed([ghost.box]))
      setGhost(null)
      return true
    }
    if (selected !== null) return false
    if (cursor !== null) {
      const words = wordsOn(cursor.page).slice(
        Math.min(cursor.from, cursor.to),
        Math.max(cursor.from, cursor.to) + 1,
      )
      const boxes = runsOf(words)
      if (boxes.length > 0) draw(cursor.page, 'words', boxes)
      setCursor({ ...cursor, from: cursor.to })
      return true
    }
    if (view.tool === 'page') draw(lookedAt.current.page, 'page', [])
    return true
  }
  const onBox = (): void => {
    select(null)
    const middle = pageParts / 2
    const box = { left: middle - 1_000, top: middle - 200, right: middle + 1_000, bottom: middle + 200 }
    setGhost({ page: lookedAt.current.page, box })
    say('A box in the middle of the page. Arrows move it, Shift and arrows size it, Enter places it.')
  }
  const onRemove = (): void => {
    if (selected === null) return
    settle()
    run(removeRedactions({ documentId, keys: [selected.key] }))
    say('The redaction is removed.')
    setKey(null)
  }
  const onEscape = (): boolean => {
    if (ghost === null && selected === null && cursor === null) return false
    select(null)
    say('')
    return true
  }
  const next = (by: 1 | -1): ShownRedaction | undefined =>
    at < 0
      ? by === 1
        ? own.find(({ redaction }) => redaction.page >= lookedAt.current.page)
        : own.at(-1)
      : own[at + by]
  const onStep = (by: 1 | -1): void => {
    const to = next(by)
    if (to === undefined) return
    select(to.redaction.key)
    const { page, kind, label: labeled } = to.redaction
    say(`Redaction of ${kindWords[kind]} on page ${page}${labeled === '' ? '' : `, ${labeled}`}.`)
  }
  const model = useMemo<RedactingModel>(
    () => ({
      ...{ byPage, on: view.on, tool: view.tool, preview: view.preview },
      ...{ selected, nudged, cursor, ghost, wordsOn, select, draw, change },
    }),
    [byPage, view, selected, nudged, cursor, ghost, wordsOn, select, draw, change],
  )
  const canStep = (by: 1 | -1): boolean => next(by) !== undefined
  return { model, doc, shown, said, onPage, onArrow, onEnter, onBox, onRemove, onEscape, onStep, canStep }
}

/** What is moved key by key is one step, once the keys rest. */
function useNudge(documentId: number) {
  const run = useUnit(dispatch)
  const [nudged, setNudged] = useState<RedactingModel['nudged']>(null)
  const latest = useRef(nudged)
  latest.current = nudged
  const settle = useCallback((): void => {
    const due = latest.current
    if (due === null) return
    latest.current = null
    setNudged(null)
    run(changeRedactions({ documentId, change: [{ key: due.key, boxes: listed(due.boxes) }] }))
  }, [run, documentId])
  const nudge = useCallback((key: string, boxes: readonly Box[]): void => {
    latest.current = { key, boxes }
    setNudged(latest.current)
  }, [])
  useEffect(() => {
    if (nudged === null) return
    const timer = setTimeout(settle, restMs)
    return () => clearTimeout(timer)
  }, [nudged, settle])
  useEffect(() => settle, [settle])
  return { nudged, nudge, settle }
}

const movedBox = (box: Box, by: Point, sizes: boolean): Box =>
  sizes ? sized(box, { x: 1, y: 1 }, by) : (moved([box], by)[0] ?? box)

const percent = (part: number): number => Math.round((part / pageParts) * 100)
const placeOf = ({ left, top, right, bottom }: Box): string =>
  `${percent(left)}% from the left, ${percent(top)}% from the top, ${percent(right - left)}% wide, ${percent(bottom - top)}% high`
