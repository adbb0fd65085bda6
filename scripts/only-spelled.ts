/**
 * Tables of the style library that name all there is: style properties, their short forms, states and attributes. A name
 * that is spelled nowhere in the program, nor in what draws with it, cannot be used: the page goes without it. The names
 * are looked for as words anywhere in the sources, so what is kept is more than is used, never less; no name is put
 * together from parts (that is looked at too).
 */
import { globSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

type Spelled = (name: string) => boolean

/** What draws with the library's own elements, or styles them. */
const drawing = [
  'src/**/*.{ts,tsx}',
  'node_modules/@chakra-ui/react/dist/esm/{components,styled-system,utils}/**/*.js',
  'node_modules/@ark-ui/react/dist/components/{dialog,menu,portal,presence}/**/*.js',
  'node_modules/@zag-js/{dialog,menu,presence,dismissable,focus-trap,popper,react}/dist/**/*.mjs',
]

function spelledIn(root: string): Spelled {
  const words = new Set<string>()
  for (const path of globSync(drawing, { cwd: root })) {
    const text = readFileSync(`${root}/${path}`, 'utf8')
    if (/\.test\.tsx?$/.test(path)) continue
    if (path.startsWith('src') && /[`'"]_\$\{|[`'"]_['"`]\s*\+/.test(text))
      throw new Error(`${path} puts the name of a state together: it would not be found`)
    for (const word of text.match(/[\w$]+/g) ?? []) words.add(word)
  }
  return (name) => words.has(name)
}

/** The names of a list that stands in one text, as far as they are spelled. */
export function shortened(list: string, separator: string, spelled: Spelled): string {
  return list
    .split(separator)
    .filter((name) => spelled(name))
    .join(separator)
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Property extends Node {
  readonly key: { readonly name?: string; readonly value?: unknown }
  readonly value: Table & {
    readonly value?: unknown
    readonly elements?: readonly { readonly value: unknown }[]
  }
}
interface Table extends Node {
  readonly properties?: readonly Property[]
}

const nameOf = ({ key }: Property): string => String(key.name ?? key.value)

/** All names by which an entry can be called. */
function namesOf(entry: Property): string[] {
  const short = entry.value.properties?.find((one) => nameOf(one) === 'shorthand')?.value
  const named = short?.elements ?? (short === undefined ? [] : [short])
  return [nameOf(entry), ...named.map(({ value }) => String(value))]
}

/** Entries that are called by no name that is spelled. */
const gone = ({ properties = [] }: Table, spelled: Spelled): Property[] =>
  properties.filter((entry) => entry.type === 'Property' && !namesOf(entry).some(spelled))

/** The same code without these entries. Its lines stay. */
function without(code: string, entries: readonly Property[]): string {
  const fromTheEnd = entries.toSorted((a, b) => b.start - a.start)
  return fromTheEnd.reduce((left, { start, end }) => {
    const comma = /^\s*,/.exec(left.slice(end))?.[0].length ?? 0
    return left.slice(0, start) + left.slice(start, end).replaceAll(/[^\n]/g, '') + left.slice(end + comma)
  }, code)
}

/** The tables of that file: the states, and the properties with what becomes of them. */
function tablesIn(program: unknown): { readonly states: Table; readonly properties: Table } {
  const found: { states?: Table; properties?: Table } = {}
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, callee, arguments: given, key, value } = node as Record<string, unknown>
    if (type === 'CallExpression' && (callee as { name?: string }).name === 'defineConditions')
      found.states = (given as Table[])[0] as Table
    if (type === 'Property' && (key as { name?: string }).name === 'utilities')
      found.properties = value as Table
    for (const one of Object.values(node)) look(one)
  }
  look(program)
  const { states, properties } = found
  if (!states || !properties) throw new Error('The style library has no tables of states and properties')
  return { states, properties }
}

export function onlySpelled(root = '.'): Plugin {
  let known: Spelled | null = null
  const spelled: Spelled = (name) => {
    known ??= spelledIn(root)
    return known(name)
  }
  const done = new Set<string>()
  const once = (
    what: string,
    before: string,
    after: string,
  ): { readonly code: string; readonly map: null } => {
    if (after.length < before.length) done.add(what)
    return { code: after, map: null }
  }
  return {
    name: 'affiant:only-spelled',
    apply: 'build',
    transform: {
      filter: {
        id: /(@pandacss[\\/]is-valid-prop[\\/].*|emotion-is-prop-valid\.esm|esm[\\/]preset-base)\.m?js$/,
      },
      handler(code, id) {
        if (id.includes('preset-base')) {
          const { states, properties } = tablesIn(this.parse(code))
          const ofStates = gone(states, (name) => spelled(`_${name}`))
          return once('tables', code, without(code, [...ofStates, ...gone(properties, spelled)]))
        }
        if (id.includes('is-valid-prop')) {
          const list = /(?<=cssPropertiesStr = ")[\w,]+/
          return once(
            'styles',
            code,
            code.replace(list, (names) => shortened(names, ',', spelled)),
          )
        }
        const list = /(?<=Regex = \/\^\(\()[\w|]+/
        return once(
          'attributes',
          code,
          code.replace(list, (names) => shortened(names, '|', spelled)),
        )
      },
    },
    generateBundle: () => {
      if (done.size !== 3) throw new Error('A table of the style library is not written as it was')
    },
  }
}
