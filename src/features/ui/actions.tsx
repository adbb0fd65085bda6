/**
 * What can be done right now, on this screen and everywhere: one list from which the keyboard, the palette, the menus
 * and the list of keys read. A screen adds its actions while it is mounted.
 */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { IconName } from './icon.tsx'

export interface Action {
  readonly id: string
  readonly label: string
  /** Its heading in the palette and in the list of keys. */
  readonly group: string
  /** 'j', 'Ctrl+S', 'Shift+Enter', 't 1' (one after the other). */
  readonly keys?: string | undefined
  /** More keys that do the same. */
  readonly alsoKeys?: readonly string[] | undefined
  /** How the keys are written where they are many: `1–9`. */
  readonly keysShown?: string | undefined
  readonly icon?: IconName | undefined
  /** Also while one writes in an input (only with Ctrl, Alt or a function key). */
  readonly inInputs?: boolean | undefined
  /** Has keys, and is not worth a line in the palette. */
  readonly hidden?: boolean | undefined
  /** Whether its keys are its own where the keyboard is; absent: always. */
  readonly when?: ((target: EventTarget | null) => boolean) | undefined
  /** `pressed`: which of its keys it was; absent where it was chosen otherwise. */
  readonly run: (pressed?: string) => void
}

type ActionsFrom = 'screen' | 'frame'

class ActionBoard {
  private readonly sets = new Map<
    symbol,
    { readonly actions: readonly Action[]; readonly from: ActionsFrom }
  >()
  private listeners = new Set<() => void>()
  private flat: readonly Action[] = []

  readonly put = (owner: symbol, actions: readonly Action[], from: ActionsFrom): void => {
    this.sets.set(owner, { actions, from })
    this.tell()
  }
  readonly take = (owner: symbol): void => {
    this.sets.delete(owner)
    this.tell()
  }
  readonly all = (): readonly Action[] => this.flat
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
  private tell() {
    // A screen's keys win over those of the frame around it, whichever was mounted first; of two, the one mounted last.
    const first = new Map<string, Action>()
    const sets = [...this.sets.values()].reverse()
    const inOrder = [
      ...sets.filter(({ from }) => from === 'screen'),
      ...sets.filter(({ from }) => from === 'frame'),
    ]
    for (const action of inOrder.flatMap(({ actions }) => actions)) {
      // What a screen offers and the frame offers too is one thing: it stands in lists once, as the screen has it.
      const name = JSON.stringify([action.group, action.label])
      if (!first.has(name)) first.set(name, action)
    }
    this.flat = [...first.values()]
    for (const listener of this.listeners) listener()
  }
}

const Board = createContext<ActionBoard | null>(null)

export function ActionsProvider({ children }: { readonly children: ReactNode }): ReactElement {
  const [board] = useState(() => new ActionBoard())
  return <Board.Provider value={board}>{children}</Board.Provider>
}

/** Adds actions while the component is mounted. They are compared by what they say, not by identity. */
export function useActions(actions: readonly Action[], from: ActionsFrom = 'screen'): void {
  const board = useContext(Board)
  const [owner] = useState(() => Symbol('actions'))
  const latest = useRef(actions)
  latest.current = actions
  const said = JSON.stringify(actions.map(({ run: _, when: __, ...rest }) => rest))
  const stable = useMemo(() => {
    const own = (id: string) => latest.current.find((action) => action.id === id)
    return (JSON.parse(said) as Omit<Action, 'run' | 'when'>[]).map(
      (action): Action => ({
        ...action,
        when: (target) => own(action.id)?.when?.(target) ?? true,
        run: (pressed) => own(action.id)?.run(pressed),
      }),
    )
  }, [said])
  useEffect(() => {
    board?.put(owner, stable, from)
  }, [board, owner, stable, from])
  useEffect(() => () => board?.take(owner), [board, owner])
}

const none: readonly Action[] = []
const noSubscription = () => () => undefined

/** All actions of the moment, the screen's own first. */
export function useAllActions(): readonly Action[] {
  const board = useContext(Board)
  return useSyncExternalStore(board?.subscribe ?? noSubscription, board?.all ?? (() => none))
}
