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

/** Ms that keys wait for their document. */
const patience = 5_000

/** What is on the screen. */
export interface OnScreen {
  readonly documentId: number | undefined
  /** Its place in the list, where that is known. */
  readonly position: number | null
  /** The document, and its coding where it is coded, have come. */
  readonly ready: boolean
  /** It could not be shown. */
  readonly failed: boolean
}

interface Press {
  readonly run: () => void
  /** How far it moves in the list: 1, -1, or 0 where it is about the document that is shown. */
  readonly moves: number
}

/** Takes keys in order. Answers what is called with each of them. */
export function useKeysInOrder(shown: OnScreen): (press: Press) => void {
  const { run, refusal } = useUnit({ run: dispatch, refusal: $refusal })
  const held = useRef<readonly Press[]>([])
  /** Which document keys have gone to, as long as it is not there. */
  const going = useRef<{ readonly from: number; readonly to: number | null } | null>(null)
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
    const timer = setTimeout(giveUp, patience)
    window.addEventListener('pointerdown', giveUp, true)
    stopWaiting.current = () => {
      clearTimeout(timer)
      window.removeEventListener('pointerdown', giveUp, true)
    }
  }

  const play = ({ run: act, moves }: Press): void => {
    if (moves !== 0 && shown.documentId !== undefined) {
      const from = going.current ? going.current.to : shown.position
      going.current = { from: shown.documentId, to: from === null ? null : from + moves }
      wait()
    }
    act()
  }

  const latest = useRef({ drop, play })
  latest.current = { drop, play }

  useEffect(() => {
    if (shown.failed) return latest.current.drop()
    if (!shown.ready || !isThere(going.current, shown)) return
    settle()
    while (held.current.length > 0 && going.current === null) {
      const [press, ...rest] = held.current
      held.current = rest
      if (press) latest.current.play(press)
    }
    if (held.current.length > 0) wait()
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

  return (press) => {
    const comes = going.current !== null || !shown.ready
    // Who holds a key down leafs through: that waits for no document.
    const leafs = press.moves !== 0 && held.current.length === 0
    if (shown.documentId === undefined || shown.failed || leafs || !comes) return latest.current.play(press)
    held.current = [...held.current, press]
    wait()
  }
}

const isThere = (
  going: { readonly from: number; readonly to: number | null } | null,
  { documentId, position }: OnScreen,
): boolean =>
  going === null ||
  (going.to === null || position === null ? documentId !== going.from : position === going.to)

const dropped = (count: number): string =>
  `${counted(count, 'key')} pressed before the document was shown: nothing was done by ${count === 1 ? 'it' : 'them'}.`
