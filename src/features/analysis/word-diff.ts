/**
 * What differs between two texts, word by word (E. Myers, An O(ND) difference algorithm). Bounded: texts that have too
 * little in common, or are too long, are not compared to their ends.
 */

/** A run of words; of those that only its side has, `own`. */
export interface Run {
  readonly text: string
  readonly own: boolean
}

/** Lines of both sides that stand beside each other. */
export interface Row {
  readonly left: readonly Run[]
  readonly right: readonly Run[]
}

export interface Difference {
  readonly rows: readonly Row[]
  /** Places in which they differ. */
  readonly places: number
  /** The texts go on, and were not compared further. */
  readonly cut: boolean
}

/** Words of a side that are compared, and words that may be only one side's: the time is the product of both. */
const maxWords = 20_000
const maxEdits = 2_000

/** Null where they have too little in common to be told word by word. */
export function differenceOf(left: string, right: string): Difference | null {
  const [a, b] = [wordsOf(left), wordsOf(right)]
  const steps = shortest(
    a.words.map(({ said }) => said),
    b.words.map(({ said }) => said),
  )
  if (steps === null) return null
  return { ...rowsOf(a.words, b.words, steps), cut: a.cut || b.cut }
}

interface Word {
  /** With the white space before it. */
  readonly text: string
  readonly said: string
}

function wordsOf(text: string): { readonly words: readonly Word[]; readonly cut: boolean } {
  const words: Word[] = []
  for (const [match] of text.matchAll(/\s*\S+/g)) {
    if (words.length === maxWords) return { words, cut: true }
    words.push({ text: match, said: match.trim() })
  }
  return { words, cut: false }
}

/** `both`: the next word of each is the same; else the next one of that side is its own. */
type Step = 'both' | 'left' | 'right'

function shortest(a: readonly string[], b: readonly string[]): readonly Step[] | null {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end])
    end++
  const middle = edits(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return middle && [...Array<Step>(start).fill('both'), ...middle, ...Array<Step>(end).fill('both')]
}

/** How far along the left side each diagonal is reached with so many edits; kept for each number of edits to go back by. */
function edits(a: readonly string[], b: readonly string[]): readonly Step[] | null {
  const most = Math.min(maxEdits, a.length + b.length)
  const reached = new Int32Array(2 * most + 3)
  const at = (diagonal: number): number => diagonal + most + 1
  const before: Int32Array[] = []
  for (let count = 0; count <= most; count++) {
    before.push(reached.slice(at(-count - 1), at(count + 1) + 1))
    for (let diagonal = -count; diagonal <= count; diagonal += 2) {
      const down = isDown(diagonal, count, (one) => reached[at(one)] ?? 0)
      let x = down ? (reached[at(diagonal + 1)] ?? 0) : (reached[at(diagonal - 1)] ?? 0) + 1
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++
      reached[at(diagonal)] = x
      if (x >= a.length && x - diagonal >= b.length) return wayBack(before, a.length, b.length)
    }
  }
  return null
}

const isDown = (diagonal: number, count: number, x: (diagonal: number) => number): boolean =>
  diagonal === -count || (diagonal !== count && x(diagonal - 1) < x(diagonal + 1))

function wayBack(before: readonly Int32Array[], left: number, right: number): Step[] {
  const steps: Step[] = []
  let [x, y] = [left, right]
  for (let count = before.length - 1; count >= 0; count--) {
    const known = before[count] ?? new Int32Array(0)
    // Of diagonals from -count - 1 on.
    const reach = (diagonal: number): number => known[diagonal + count + 1] ?? 0
    const diagonal = x - y
    const down = isDown(diagonal, count, reach)
    const from = down ? diagonal + 1 : diagonal - 1
    const fromX = count === 0 ? 0 : reach(from)
    const fromY = count === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) {
      steps.push('both')
      x--
      y--
    }
    if (count > 0) steps.push(down ? 'right' : 'left')
    x = fromX
    y = fromY
  }
  return steps.reverse()
}

function rowsOf(
  a: readonly Word[],
  b: readonly Word[],
  steps: readonly Step[],
): Pick<Difference, 'rows' | 'places'> {
  const rows: { left: Run[]; right: Run[] }[] = [{ left: [], right: [] }]
  let [x, y, places] = [0, 0, 0]
  let before: Step = 'both'
  for (const step of steps) {
    const left = step === 'right' ? undefined : a[x++]
    const right = step === 'left' ? undefined : b[y++]
    if (step !== 'both' && before === 'both') places++
    before = step
    // Both begin a new line with the same word: from here on they stand beside each other again.
    if (left !== undefined && right !== undefined && left.text.includes('\n') && right.text.includes('\n'))
      rows.push({ left: [], right: [] })
    const row = rows.at(-1)
    put(row?.left, left, step !== 'both')
    put(row?.right, right, step !== 'both')
  }
  return { rows: rows.filter(({ left, right }) => left.length + right.length > 0), places }
}

function put(runs: Run[] | undefined, word: Word | undefined, own: boolean): void {
  if (runs === undefined || word === undefined) return
  const last = runs.at(-1)
  if (last === undefined) runs.push({ text: word.text.replace(/^\s*\n/, ''), own })
  else if (last.own === own) runs[runs.length - 1] = { text: last.text + word.text, own }
  else runs.push({ text: word.text, own })
}
