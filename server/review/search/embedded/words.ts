/** Terms and phrases → slots, over FTS5: postings from the index, what it cannot say verified in the texts that are kept. */
import type { Statement } from 'better-sqlite3'
import { gap } from '#query/broken-words.ts'
import { wordsMatch, wordsStand } from '#query/evaluate.ts'
import { hitCount } from '#query/hit-count.ts'
import { isPattern, isPrefixPattern, patternPrefix } from '#query/pattern.ts'
import { type AsWritten, wordsDecide } from '#query/signs.ts'
import { readStream } from '#query/stream.ts'
import type { Near, Node } from '#query/tree.ts'
import { Bits } from './bits.ts'
import type { Facts } from './facts.ts'
import { columnsOf, type Db } from './file.ts'
import { KeptText } from './kept.ts'
import { nearByPlaces, wordsOfSides } from './near-places.ts'
import { nearby, quoted, wordOf } from './nearby.ts'
import type { Postings } from './postings.ts'
import type { Step } from './stop-mark.ts'
import type { Terms } from './terms.ts'
import { valuesStream } from './writer.ts'

/** Where words are looked for: a column of the index, and the words that patterns do not stand for there. */
export interface SearchedColumn {
  readonly table: 'words' | 'marks'
  readonly column: string
  /** Its place in `wordColumns`; null: the text. */
  readonly values: number | null
  readonly noise: ReadonlySet<string> | null
}

/** Sets kept from one query to the next while the index stays as it is. */
const keptSets = 128

/** More texts are not looked at to tell how words stand in them: it would take longer than a query may. */
const defaultMostTexts = 500_000

/** So many postings are read in the time in which a text is. */
const placesInTime = 1_000

/** A query whose hits are counted, and where it is found. */
interface Counted {
  readonly tree: Node
  readonly slots: Bits
}

class TooManyTexts extends Error {
  constructor(most: number) {
    // Not in how many: texts that are closed to whoever asks are among them.
    super(
      `How words stand would have to be told in more than ${most.toLocaleString('en-US')} texts. Take rarer words in the phrase or the proximity, or leave out a wildcard in it.`,
    )
    // Its name is what the other process sees of it.
    this.name = 'TooManyTexts'
  }
}

export class Words {
  readonly #mostTexts: number
  readonly #step: Step
  readonly #facts: Facts
  readonly #terms: Terms
  readonly #match: Readonly<Record<SearchedColumn['table'], ReturnType<Db['prepare']>>>
  readonly #postings: Readonly<Record<SearchedColumn['table'], Postings>>
  readonly #text: Statement<[number], Buffer>
  readonly #joined: () => number[]
  readonly #values: Statement<[number], string>
  readonly #kept = new Map<string, Bits>()
  #severalTexts: Bits | null = null

  constructor(
    db: Db,
    facts: Facts,
    terms: Terms,
    postings: Readonly<Record<SearchedColumn['table'], Postings>>,
    { step, mostTexts }: { readonly step: Step; readonly mostTexts?: number | undefined },
  ) {
    this.#mostTexts = mostTexts ?? defaultMostTexts
    this.#step = step
    this.#facts = facts
    this.#terms = terms
    this.#match = {
      words: db.prepare('select rowid from words where words match ?').pluck(),
      marks: db.prepare('select rowid from marks where marks match ?').pluck(),
    }
    this.#postings = postings
    this.#text = db.prepare<[number], Buffer>('select text from kept where slot = ?').pluck()
    const joined = db.prepare<[], number>('select slot from kept where joined = 1').pluck()
    this.#joined = () => joined.all()
    this.#values = db.prepare<[number], string>('select exact from doc where slot = ?').pluck()
  }

  /** Forgets kept sets; to be called when the index has changed. `what`: where texts stayed as they were, their sets are kept. */
  forget(what: 'all' | 'fields'): void {
    if (what === 'all') {
      this.#kept.clear()
      this.#severalTexts = null
    }
    for (const key of this.#kept.keys()) if (!key.startsWith('text ')) this.#kept.delete(key)
  }

  /** Slots where a term, a phrase or exact words are found. The set may be shared: copy it before changing it. */
  find(node: Extract<Node, { kind: 'term' | 'phrase' | 'exact' }>, place: SearchedColumn): Bits {
    switch (node.kind) {
      case 'term':
        return this.#token(node.token, place)
      case 'phrase':
        return this.#phrase(node.tokens, place)
      case 'exact':
        return this.#asWritten(node, place)
    }
  }

  /** Those of the candidates where words stand near each other; what is found is kept. */
  standingNear(node: Near, place: SearchedColumn, candidates: () => Bits): Bits {
    const { column, noise } = place
    return this.#keep(`${column} ${JSON.stringify(node)} ${noise === null ? '' : noiseKey(noise)}`, () => {
      const words = place.values === null ? wordsOfSides(node) : null
      if (words !== null) {
        const all = candidates()
        const several = all.copy().and(this.#several())
        const told = all.copy().andNot(several)
        // In each of several texts distances are the same: places say where it may be. Of what is joined they say nothing.
        const asked = node.how === 'not' ? several : several.copy().and(this.#joinedTexts())
        const found = nearByPlaces(this.#postings.words, words, node, all.copy().andNot(asked), this.#step)
        const likely = found.copy().and(several).or(asked)
        return found.and(told).or(this.#verified(likely, place, node))
      }
      const near = this.#nearby(node, place)
      const slots = near === null ? candidates() : candidates().copy().and(near)
      return this.#verified(slots, place, node)
    })
  }

  /** Documents of several texts, and those with words that lines break: their places are told by the texts alone. */
  #several(): Bits {
    this.#severalTexts ??= this.#withSeveral()
    return this.#severalTexts
  }

  #withSeveral(): Bits {
    const { size } = this.#facts
    const gaps = new Int32Array(size)
    this.#postings.words.places(gap, 0, (slot) => {
      gaps[slot] = (gaps[slot] as number) + 1
    })
    const found = Bits.empty(size)
    // One text has a gap at both its ends.
    for (let slot = 1; slot < size; slot++) if ((gaps[slot] as number) > 2) found.add(slot)
    return found
  }

  /** Where the words could stand near each other; null where the index cannot say it. */
  #nearby(node: Near, place: SearchedColumn): Bits | null {
    if (place.values !== null) return null
    const expression = nearby(node, (pattern) => !mayBeNoise(patternPrefix(pattern), place.noise))
    if (expression === null) return null
    // A word that lines break stands where its parts do; in the index it stands joined behind the text.
    return this.#matching(place, `(${expression})`).copy().or(this.#joinedTexts())
  }

  #joinedTexts(): Bits {
    return this.#keep('text joined', () => {
      const found = Bits.empty(this.#facts.size)
      for (const slot of this.#joined()) found.add(slot)
      return found
    })
  }

  /** How often each query hits in the texts of a set, among the slots where it is found. Each text is read once, or not at all. */
  hitCounts(queries: readonly Counted[], set: Bits, noise: ReadonlySet<string>): number[] {
    const told = queries.map(({ tree, slots }) => {
      const word = wordOfTerm(tree)
      const texts = word === null ? 0 : slots.copy().and(set).count()
      return slots.count() <= texts * placesInTime ? word : null
    })
    const byWord = told.some((word) => word !== null) ? this.#timesByWord(told, set) : null
    // What the postings do not tell.
    const inTexts = queries.map(({ tree, slots }, at) => ({
      tree,
      slots: told[at] == null || byWord === null ? slots : slots.copy().and(byWord.untold),
    }))
    const counts = this.#timesInTexts(inTexts, set, noise)
    return counts.map((count, at) => count + (byWord?.times[at] ?? 0))
  }

  /** How often each word stands in the texts of a set, but for those that have words in two readings. */
  #timesByWord(
    words: readonly (string | null)[],
    set: Bits,
  ): { readonly times: readonly number[]; readonly untold: Bits } {
    const untold = this.#joinedTexts().copy().and(set)
    const among = set.copy().andNot(untold)
    const times = words.map((word) => {
      let count = 0
      if (word !== null)
        this.#postings.words.places(word, 0, (slot) => {
          if (among.has(slot)) count++
        })
      return count
    })
    return { times, untold }
  }

  #timesInTexts(queries: readonly Counted[], set: Bits, noise: ReadonlySet<string>): number[] {
    const by = this.#terms.matching(noise)
    const counts = queries.map(() => 0)
    const asked = set
      .copy()
      .and(queries.reduce((all, { slots }) => all.or(slots), Bits.empty(this.#facts.size)))
    // Most terms are one word: all of them are counted in one reading of a text.
    const single = queries.map(({ tree }) => wordOfTerm(tree))
    const ofWord = new Map<number, number[]>()
    single.forEach((token, at) => {
      const number = token === null ? null : this.#terms.numberOf(token)
      if (number !== null) ofWord.set(number, [...(ofWord.get(number) ?? []), at])
    })
    for (const slot of asked) {
      this.#step()
      const finding = queries.flatMap(({ tree, slots }, at) => (slots.has(slot) ? [{ tree, at }] : []))
      const bytes = finding.length === 0 ? undefined : this.#text.get(slot)
      if (bytes === undefined) continue
      const text = new KeptText(bytes)
      const { tokens, hasReadings } = text
      if (!hasReadings && finding.some(({ at }) => single[at] !== null))
        for (let i = 0; i < tokens.length; i++)
          for (const at of ofWord.get(tokens[i] as number) ?? [])
            if (queries[at]?.slots.has(slot) === true) counts[at] = (counts[at] ?? 0) + 1
      for (const { tree, at } of finding)
        if (hasReadings || single[at] === null) counts[at] = (counts[at] ?? 0) + hitCount(tree, text, by)
    }
    return counts
  }

  /** Slots where exactly these tokens stand one after the other. */
  exactly(tokens: readonly string[], place: SearchedColumn): Bits {
    const [only] = tokens
    if (only === undefined || tokens.length > 1) return this.#matching(place, quoted(tokens))
    return this.#keep(`${place.column} : ${quoted(tokens)}`, () => {
      const found = Bits.empty(this.#facts.size)
      this.#addWord(only, place, found)
      return found
    })
  }

  #asWritten(written: AsWritten, place: SearchedColumn): Bits {
    const candidates = this.exactly(written.tokens, place)
    if (wordsDecide(written)) return candidates
    return this.#verified(candidates, place, { kind: 'exact', ...written })
  }

  #token(token: string, place: SearchedColumn): Bits {
    return isPattern(token) ? this.#pattern(token, place) : this.exactly([token], place)
  }

  #phrase(tokens: readonly (string | null)[], place: SearchedColumn): Bits {
    const first = tokens.findIndex((token) => token !== null)
    const core = tokens.slice(first, tokens.findLastIndex((token) => token !== null) + 1)
    if (core.length < tokens.length) return this.#edged(tokens, core, first, place)
    const runs = exactRuns(tokens)
    const [only] = runs
    if (only !== undefined && only.length === tokens.length) return this.exactly(only, place)
    return this.#verified(this.#candidates(tokens, runs, place), place, { kind: 'phrase', tokens })
  }

  /**
   * A phrase at whose edge any word must stand. Nearly wherever the rest of it is found, one does: only documents where the
   * rest stands near the end of a text are looked at.
   */
  #edged(
    tokens: readonly (string | null)[],
    core: readonly (string | null)[],
    before: number,
    place: SearchedColumn,
  ): Bits {
    const found = core.length === 1 ? this.#token(core[0] ?? '', place) : this.#phrase(core, place)
    const ends = this.#nearEnds(core, before, tokens.length - core.length - before, place)
    if (ends === null) return this.#verified(found, place, { kind: 'phrase', tokens })
    const suspects = found.copy().and(ends)
    const sound = this.#verified(suspects, place, { kind: 'phrase', tokens })
    return found.copy().andNot(suspects).or(sound)
  }

  /**
   * Slots where the first words of a phrase stand less than so many words behind a gap, or its last less than so many before
   * one; null where the index cannot say it. Gaps stand at both ends of each text.
   */
  #nearEnds(
    core: readonly (string | null)[],
    before: number,
    behind: number,
    place: SearchedColumn,
  ): Bits | null {
    if (place.table !== 'words' || place.column !== 'text') return null
    const near: string[] = []
    const [first, last] = [core[0] ?? '', core.at(-1) ?? '']
    if ([first, last].some((token) => isPattern(token) && !isPrefixPattern(token))) return null
    if (before > 0) near.push(`NEAR(${quoted([gap])} ${wordOf(first)}, ${before - 1})`)
    if (behind > 0) near.push(`NEAR(${wordOf(last)} ${quoted([gap])}, ${behind - 1})`)
    return near.reduce(
      (all, expression) => all.or(this.#matching(place, expression)),
      Bits.empty(this.#facts.size),
    )
  }

  /** Those of the slots in whose text, or in whose values, words stand as they are asked for. */
  #verified(slots: Bits, { values, noise }: SearchedColumn, node: Node): Bits {
    const found = Bits.empty(this.#facts.size)
    if (slots.count() > this.#mostTexts) throw new TooManyTexts(this.#mostTexts)
    const by = this.#terms.matching(noise)
    for (const slot of slots) {
      this.#step()
      const text = values === null ? this.#text.get(slot) : undefined
      const passes =
        values === null
          ? text !== undefined && wordsStand(node, new KeptText(text), by)
          : wordsMatch(node, readStream(this.#stream(slot, values)), noise)
      if (passes) found.add(slot)
    }
    return found
  }

  #stream(slot: number, column: number): string {
    const values = JSON.parse(this.#values.get(slot) ?? '[]') as string[][]
    return valuesStream(values[column] ?? [])
  }

  /** All documents that could hold the phrase. */
  #candidates(
    tokens: readonly (string | null)[],
    runs: readonly (readonly string[])[],
    place: SearchedColumn,
  ): Bits {
    let candidates: Bits | null = null
    const narrow = (set: Bits): void => {
      candidates = candidates === null ? set.copy() : candidates.and(set)
    }
    if (runs.length > 1) {
      narrow(this.#matching(place, `NEAR(${runs.map(quoted).join(' ')}, ${tokens.length})`))
    } else for (const run of runs) narrow(this.exactly(run, place))
    for (const token of tokens) if (token !== null && isPattern(token)) narrow(this.#pattern(token, place))
    return candidates ?? Bits.empty(this.#facts.size)
  }

  #pattern(pattern: string, place: SearchedColumn): Bits {
    const { column, noise } = place
    const key = `${column} * ${pattern} ${noise === null ? '' : noiseKey(noise)}`
    return this.#keep(key, () => {
      const found = Bits.empty(this.#facts.size)
      const isWhole = isPrefixPattern(pattern) && !mayBeNoise(patternPrefix(pattern), noise)
      if (isWhole) this.#addWord(patternPrefix(pattern), place, found, true)
      else
        for (const term of this.#terms.expand(pattern, noise)) {
          this.#step()
          this.#addWord(term, place, found)
        }
      return found
    })
  }

  /** Adds where a word stands, or any that begins so. */
  #addWord(word: string, { table, values }: SearchedColumn, into: Bits, isPrefix = false): void {
    this.#postings[table].documents(word, columnIn(table, values), into, isPrefix)
  }

  /** What an expression finds in the place. */
  #matching(place: SearchedColumn, expression: string): Bits {
    return this.#keep(`${place.column} : ${expression}`, () => {
      const found = Bits.empty(this.#facts.size)
      const { table, column } = place
      for (const slot of this.#match[table].all(`${column} : ${expression}`) as number[]) found.add(slot)
      return found
    })
  }

  #keep(key: string, make: () => Bits): Bits {
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const made = make()
    const oldest = this.#kept.keys().next()
    if (this.#kept.size >= keptSets && oldest.done !== true) this.#kept.delete(oldest.value)
    this.#kept.set(key, made)
    return made
  }
}

/** The word that a query is, if it is one and no pattern. */
const wordOfTerm = (tree: Node): string | null =>
  tree.kind === 'term' && !isPattern(tree.token) ? tree.token : null

/** A column's number in its table: the text is the first one, beside words. */
const columnIn = (table: SearchedColumn['table'], values: number | null): number =>
  values === null ? 0 : columnsOf(table).indexOf(values) + (table === 'words' ? 1 : 0)

function exactRuns(tokens: readonly (string | null)[]): string[][] {
  const runs: string[][] = []
  let run: string[] = []
  for (const token of tokens) {
    if (token !== null && !isPattern(token)) {
      run.push(token)
      continue
    }
    if (run.length > 0) runs.push(run)
    run = []
  }
  if (run.length > 0) runs.push(run)
  return runs
}

/** Whether words that begin so may be noise, which a pattern does not stand for. */
function mayBeNoise(prefix: string, noise: ReadonlySet<string> | null): boolean {
  if (noise === null) return false
  if ([...prefix].length === 1) return true
  for (const word of noise) if (word.startsWith(prefix)) return true
  return false
}

const noiseKey = (noise: ReadonlySet<string>): string => [...noise].join(' ')
