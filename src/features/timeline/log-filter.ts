/** Which gestures of a log pass a filter, from the columns of its index. */
import { backgroundTypes } from './background.ts'
import { attempt, type Columns, type NameLists, type Names } from './log-columns.ts'
import type { Summary } from './log-summary.ts'

export interface IndexFilter {
  /** Words of a label, of a type or a stream, or the beginning of a gesture's id; without case. */
  readonly text: string
  /** One of each; '': all. */
  readonly type: string
  readonly actor: string
  readonly tabId: string
  readonly stream: string
  /** Ms since 1970; null: open. By the clock of the browser that wrote it. */
  readonly from: number | null
  readonly to: number | null
  /** What the program does by itself is left out: see background.ts. */
  readonly work: boolean
  /** Only what was refused or failed. */
  readonly failures: boolean
}

export const noFilter: IndexFilter = {
  text: '',
  type: '',
  actor: '',
  tabId: '',
  stream: '',
  from: null,
  to: null,
  work: false,
  failures: false,
}

const has = { stream: 1, work: 2, text: 4, type: 8, actor: 16 } as const

export function filterRows(
  by: IndexFilter,
  columns: Columns,
  from: number,
  to: number,
  names: NameLists,
  { order, first, labelled, outcome }: Summary,
): Uint32Array {
  const text = by.text.trim().toLowerCase()
  const wanted = {
    stream: by.stream === '' ? -2 : names.stream.find(by.stream),
    type: by.type === '' ? -2 : names.type.find(by.type),
    actor: by.actor === '' ? -2 : names.actor.find(by.actor),
    tab: by.tabId === '' ? -2 : names.tab.find(by.tabId),
  }
  const needed =
    (wanted.stream === -2 ? 0 : has.stream) |
    (by.work ? has.work : 0) |
    (text === '' ? 0 : has.text) |
    (wanted.type === -2 ? 0 : has.type) |
    (wanted.actor === -2 ? 0 : has.actor)
  const found = new Uint8Array(names.gesture.all.length)
  if (needed !== 0) {
    // Each text that occurs is looked at once, however often it stands in the log.
    const holds = ({ all }: Names) =>
      Uint8Array.from(all, (one) => (one.toLowerCase().includes(text) ? 1 : 0))
    const words =
      text === ''
        ? null
        : { command: holds(names.command), type: holds(names.type), stream: holds(names.stream) }
    const machine = Uint8Array.from(names.type.all, (one) => (backgroundTypes.has(one) ? 1 : 0))
    const { gesture, flags, type, stream, actor, command } = columns
    for (let row = from; row < to; row++) {
      const number = gesture[row] ?? 0
      const flag = flags[row] ?? 0
      let bits = 0
      if (type[row] === wanted.type) bits |= has.type
      if (actor[row] === wanted.actor) bits |= has.actor
      if ((flag & attempt) === 0) {
        if (stream[row] === wanted.stream) bits |= has.stream
        if (machine[type[row] ?? 0] === 0) bits |= has.work
        if (
          words !== null &&
          (words.command[command[row] ?? 0] || words.type[type[row] ?? 0] || words.stream[stream[row] ?? 0])
        )
          bits |= has.text
      }
      found[number] = (found[number] ?? 0) | bits
    }
    if (text !== '') {
      const labels = holds(names.label)
      for (const number of order) {
        const head = labelled[number] ?? -1
        const named = labels[columns.label[head === -1 ? (first[number] ?? 0) : head] ?? 0] === 1
        if (named || names.gesture.all[number]?.toLowerCase().startsWith(text)) {
          found[number] = (found[number] ?? 0) | has.text
        }
      }
    }
  }
  const passed = new Uint32Array(order.length)
  let count = 0
  for (let at = order.length - 1; at >= 0; at--) {
    const number = order[at] ?? 0
    const row = first[number] ?? 0
    const time = columns.time[row] ?? 0
    if (
      ((found[number] ?? 0) & needed) === needed &&
      (wanted.tab === -2 || columns.tab[row] === wanted.tab) &&
      (by.from === null || time >= by.from) &&
      (by.to === null || time <= by.to) &&
      (!by.failures || outcome[number] === 1 || outcome[number] === 2)
    )
      passed[count++] = number
  }
  return passed.subarray(0, count)
}
