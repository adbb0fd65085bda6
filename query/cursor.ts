/** Where a parse stands, and what all its parts share. */
import { type Note, type Span, stop } from './fault.ts'
import type { Lexeme } from './lex.ts'
import type { Node, QueryField } from './tree.ts'

export interface ParseOptions {
  /** The fields that may be asked. */
  readonly fields: readonly QueryField[]
  /** Words that are too common to look for. */
  readonly noise: ReadonlySet<string>
  /** The numbers that documents and their pages have: asked for alone, the document itself is meant too. */
  readonly numbers?: readonly DocumentNumbers[]
  /** `standard`: NOT, AND, OR. `dtsearch`: NOT, OR, AND. */
  readonly precedence: 'standard' | 'dtsearch'
}

export interface DocumentNumbers {
  /** The field that holds them. */
  readonly field: string
  /** What each begins with; digits follow. */
  readonly prefix: string
  /** As many as stand here, and the page of a document may be counted behind them (`_0002`); null: any, and nothing else. */
  readonly digits: number | null
}

export type Chunk = Extract<Lexeme, { value: string }>

export class Cursor {
  readonly text: string
  readonly lexemes: Lexeme[]
  readonly options: ParseOptions
  readonly notes: Note[] = []
  readonly ignored = new Set<string>()
  /** Where each pattern stands first. */
  readonly patterns = new Map<string, Span>()
  /** How to ask for the first words with an ignored one among them exactly as they stand. */
  exactly = ''
  readonly fields: ReadonlyMap<string, QueryField>
  /** Where the operands stand, for faults about what they cannot be. */
  readonly #places = new Map<Node, Span>()
  at = 0
  /** AND and OR stood side by side without parentheses. */
  mixed = false
  /** A connector of words near each other was taken apart, or stood behind another one. */
  nearGroups = false
  /** The field that the words belong to; `exact` where each is a whole value. */
  scope: { readonly field: QueryField; readonly exact: boolean } | null = null

  constructor(text: string, lexemes: readonly Lexeme[], options: ParseOptions) {
    this.text = text
    this.lexemes = [...lexemes]
    this.options = options
    this.fields = new Map(options.fields.map((field) => [field.name.toLowerCase(), field]))
  }

  peek(ahead = 0): Lexeme | undefined {
    return this.lexemes[this.at + ahead]
  }

  /** The chunk or quoted text so far ahead. */
  chunk(ahead = 0): Chunk | undefined {
    const lexeme = this.peek(ahead)
    return lexeme !== undefined && 'value' in lexeme ? lexeme : undefined
  }

  /** The unquoted text so far ahead, lower-case; empty where there is none. */
  word(ahead = 0): string {
    const lexeme = this.peek(ahead)
    return lexeme?.kind === 'chunk' ? lexeme.value.toLowerCase() : ''
  }

  field(name: string): QueryField | undefined {
    return this.fields.get(name.toLowerCase())
  }

  /** Where the end is, for faults about what is missing there. */
  end(): Span {
    return { start: this.text.length, end: this.text.length }
  }

  here(): Span {
    return this.peek() ?? this.end()
  }

  /** Notes that an operand has been read that began there. */
  place(node: Node, start: number): void {
    this.#places.set(node, { start, end: this.readEnd() })
  }

  placeOf(node: Node): Span | undefined {
    return this.#places.get(node)
  }

  /** Where what has been read ends. */
  readEnd(): number {
    return this.lexemes[this.at - 1]?.end ?? 0
  }

  /** Puts what is left of a chunk in its place, after its beginning has been read. */
  leave(rest: Chunk): void {
    this.lexemes[this.at] = rest
  }

  ignore(word: string, exactly: string): void {
    if (this.ignored.size === 0) this.exactly = exactly
    this.ignored.add(word)
  }

  note(note: Note): void {
    if (!this.notes.some((known) => known.message === note.message)) this.notes.push(note)
  }

  unknownField(name: string, at: Span): never {
    const like = nearest(name, this.options.fields)
    const meant = like === null ? '' : ` Did you mean ${like}?`
    stop(
      'unknownField',
      `There is no field “${name}”.${meant} To look for the words as they stand, put them in quotes.`,
      at,
      name,
    )
  }
}

export const operators: ReadonlySet<string> = new Set(['and', 'or', 'not'])

export function missingOperator(cursor: Cursor): never {
  const before = cursor.peek(-1)
  const here = cursor.here()
  const left = before === undefined ? '' : cursor.text.slice(before.start, before.end)
  const right = cursor.text.slice(here.start, here.end)
  stop(
    'missingOperator',
    `Put AND, OR or NOT between “${left}” and “${right}”, or quotes around words that belong together.`,
    here,
  )
}

/** The field whose name is closest, where it is close; else the first of which it is one of the words. */
function nearest(name: string, fields: readonly QueryField[]): string | null {
  const key = plain(name)
  const found =
    fields.find((f) => plain(f.name) === key) ??
    fields.find((f) => distance(plain(f.name), key) <= 1) ??
    fields.find((f) => f.name.toLowerCase().split('_').includes(key))
  return found?.name ?? null
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '')

/** Edits between two short words; anything above 1 is only known to be above 1. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 1) return 2
  let i = 0
  while (i < a.length && a[i] === b[i]) i++
  const [restA, restB] = [a.slice(i), b.slice(i)]
  if (restA === restB) return 0
  const same = restA.slice(1) === restB || restA === restB.slice(1) || restA.slice(1) === restB.slice(1)
  return same ? 1 : 2
}
