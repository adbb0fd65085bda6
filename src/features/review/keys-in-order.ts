/**
 * Keys that come faster than documents: one that is pressed while the next document is on its way is meant for that one.
 * It waits until the document is shown and then has its turn, in the order in which keys were pressed. What goes another
 * way meanwhile (a refusal, a click, a document that does not come) takes waiting keys away: they could code another one.
 */
import { useUnit } from 'effector-react'
import { useEffect, useRef } from 'react'
import { dispatch } from '../../commands/dispatch.ts'
import { addToast } from '../../commands/toasts.ts'
import { $refusal } from '../../stores/refusals.ts'
import { counted } from '../ui/format.ts'

/** Ms that keys wait for their document; and for the one in view to give way, where nothing of the next one has come. */
const patience = { next: 5_000, leaving: 1_500 }

/** What is on the screen. */
export interface OnScreen {
  readonly documentId: number | undefined
  /** Its place in the list, where that is known. */
  readonly position: number | null
  /** A place of the list is to be opened as soon as its page has come. */
  readonly opening: boolean
  /** The document, and its coding where it is coded, have come. */
  readonly ready: boolean
  /** It could not be shown. */
  readonly failed: boolean
}

interface Press {
  readonly act: () => void
  readonly moves: () => number
}

/** Which document keys have gone to. */
interface Going {
  readonly from: number
  /** Places in the list; null: not known. */
  readonly start: number | null
  readonly to: number | null
}

/**
 * Takes keys in order. Answers what is called with each of them, and how far it moves in the list, asked when its turn
 * comes: without that it is about the document that is shown.
 */
export function useKeysInOrder(shown: OnScreen): (act: () => void, moves?: () => number) => void {
  const { run, refusal } = useUnit({ run: dispatch, refusal: $refusal })
  const held = useRef<readonly Press[]>([])
  /** As long as it is not there. */
  const going = useRef<Going | null>(null)
  const stopWaiting = useRef<(() => void) | null>(null)

  const settle = (): void => {
    going.current = null
    stopWaiting.current?.()
    stopWaiting.current = null
  }

  const drop = (): void => {
    const { length } = held.current
    held.current = []
    settle()
    if (length > 0) run(addToast({ kind: 'warning', message: dropped(length) }))
  }

  const wait = (): void => {
    if (stopWaiting.current) return
    const giveUp = () => latest.current.drop()
    const isStuck = () => {
      const { current } = latest
      const { documentId, opening } = current.shown
      if (going.current?.from === documentId && !opening) current.drop()
    }
    const timers = [setTimeout(isStuck, patience.leaving), setTimeout(giveUp, patience.next)]
    window.addEventListener('pointerdown', giveUp, true)
    stopWaiting.current = () => {
      for (const timer of timers) clearTimeout(timer)
      window.removeEventListener('pointerdown', giveUp, true)
    }
  }

  const play = ({ act, moves }: Press): void => {
    const by = moves()
    if (by !== 0 && shown.documentId !== undefined) {
      const { current } = going
      const start = current ? current.start : shown.position
      const at = current ? current.to : shown.position
      going.current = { from: current?.from ?? shown.documentId, start, to: at === null ? null : at + by }
      wait()
    }
    act()
  }

  /** For what happens between two drawings. */
  const latest = useRef({ drop, shown })
  latest.current = { drop, shown }

  useEffect(() => {
    if (shown.failed || isElsewhere(going.current, shown)) return drop()
    if (!shown.ready || !isThere(going.current, shown)) return
    settle()
    while (held.current.length > 0 && going.current === null) {
      const [press, ...rest] = held.current
      held.current = rest
      if (press) play(press)
    }
  })

  // A key that was refused has not led anywhere: what was pressed after it was meant for another document.
  const refused = refusal?.id ?? null
  const past = useRef(refused)
  useEffect(() => {
    if (refused === past.current) return
    past.current = refused
    if (refused !== null) latest.current.drop()
  }, [refused])

  useEffect(() => () => stopWaiting.current?.(), [])

  return (act, moves = stays) => {
    const press = { act, moves }
    const comes = going.current !== null || !shown.ready
    // Who holds a key down leafs through: that waits for no document.
    const leafs = moves() !== 0 && held.current.length === 0
    if (shown.documentId === undefined || shown.failed || leafs || !comes) return play(press)
    held.current = [...held.current, press]
    wait()
  }
}

const stays = (): number => 0

const isThere = (going: Going | null, { documentId, position }: OnScreen): boolean =>
  going === null ||
  (going.to === null || position === null ? documentId !== going.from : position === going.to)

/** Another way was taken: what is shown does not lie between where the keys began and where they lead. */
function isElsewhere(going: Going | null, { documentId, position }: OnScreen): boolean {
  if (going === null || documentId === going.from) return false
  const { start, to } = going
  if (start === null || to === null || position === null) return false
  return position < Math.min(start, to) || position > Math.max(start, to)
}

const dropped = (count: number): string =>
  `${counted(count, 'key')} pressed before the document was shown: nothing was done by ${count === 1 ? 'it' : 'them'}.`
