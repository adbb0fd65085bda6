/** Values that a zod schema accepts, read off the schema itself: so new commands and events are covered by being declared. */
import fc from 'fast-check'
import * as z from 'zod/mini'

/** The parts of a schema's definition that are looked at. */
interface Def {
  readonly type: string
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>
  readonly innerType?: z.ZodMiniType
  readonly element?: z.ZodMiniType
  readonly keyType?: z.ZodMiniType
  readonly valueType?: z.ZodMiniType
  readonly options?: readonly z.ZodMiniType[]
  readonly items?: readonly z.ZodMiniType[]
  readonly entries?: Readonly<Record<string, string | number>>
  readonly values?: readonly unknown[]
  readonly format?: string
  readonly checks?: readonly { readonly _zod: { readonly def: CheckDef } }[]
}
interface CheckDef {
  readonly check: string
  readonly format?: string
  readonly value?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly length?: number
  readonly pattern?: RegExp
}

const small = 12

/** Only values that the schema itself accepts leave this generator. */
export function valuesOf<T>(schema: z.ZodMiniType<T>): fc.Arbitrary<T> {
  return generate(schema, 0).filter((value): value is T => schema.safeParse(value).success) as fc.Arbitrary<T>
}

/** Values of schemas that check by a function: words near each other (contracts/sheets.ts). */
const ofFunctions: readonly unknown[] = [
  {
    ...{ kind: 'near', how: 'within', distance: 5 },
    left: { kind: 'term', token: 'casing', pattern: false },
    right: { kind: 'edge', at: 'first' },
  },
]

/** Boxes on a page (contracts/redactions.ts). */
const boxes: readonly (readonly number[])[] = [
  [1, 2, 3, 4],
  [0, 0, 10_000, 10_000],
  [5, 5, 9, 9, 20, 5, 30, 9],
]

function generate(schema: z.ZodMiniType, depth: number): fc.Arbitrary<unknown> {
  const def = schema._zod.def as unknown as Def
  const inner = (one: z.ZodMiniType | undefined) => (one ? generate(one, depth + 1) : fc.constant(undefined))
  switch (def.type) {
    case 'object': {
      const shape = Object.entries(def.shape ?? {})
      const required = shape.filter(([, one]) => kindOf(one) !== 'optional').map(([key]) => key)
      return fc.record(
        Object.fromEntries(shape.map(([key, one]) => [key, generate(unwrapped(one), depth + 1)])),
        {
          requiredKeys: required,
          noNullPrototype: true,
        },
      )
    }
    case 'string':
      return textOf(def)
    case 'number':
      return numberOf(def)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'literal':
      return fc.constantFrom(...(def.values ?? []))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'optional':
      return fc.option(inner(def.innerType), { nil: undefined })
    case 'nullable':
      return fc.option(inner(def.innerType), { nil: null })
    case 'readonly':
    case 'default':
      return inner(def.innerType)
    case 'array': {
      const any = fc.array(inner(def.element), { maxLength: depth > 3 ? 2 : 4, minLength: minOf(def) })
      const valid = checksOf(def).some(({ check }) => check === 'custom')
        ? boxes.filter((value) => z.safeParse(schema, value).success)
        : []
      // By chance hardly any four numbers are a box.
      return valid.length === 0
        ? any
        : fc.oneof(
            { weight: 7, arbitrary: fc.constantFrom(...valid) },
            { weight: 1, arbitrary: fc.constant([]) },
          )
    }
    case 'tuple':
      return fc.tuple(...(def.items ?? []).map((one) => inner(one)))
    case 'union':
      return fc.oneof(...(def.options ?? []).map((one) => inner(one)))
    case 'record':
      return fc.dictionary(keysOf(def.keyType), inner(def.valueType), { maxKeys: 3, noNullPrototype: true })
    case 'unknown':
    case 'any':
      return fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), fc.string({ maxLength: small }))
    case 'lazy':
      return fc.constant(null)
    case 'custom': {
      // What is checked by a function is one of these, or has no generator yet.
      const valid = ofFunctions.filter((value) => z.safeParse(schema, value).success)
      if (valid.length > 0) return fc.constantFrom(...valid)
      throw new Error('No value for a schema that checks by a function: add one')
    }
    default:
      throw new Error(`No generator for a schema of type ${def.type}: add one`)
  }
}

const kindOf = (schema: z.ZodMiniType): string => (schema._zod.def as unknown as Def).type
const unwrapped = (schema: z.ZodMiniType): z.ZodMiniType => {
  const { innerType } = schema._zod.def as unknown as Def
  return kindOf(schema) === 'optional' && innerType ? innerType : schema
}
const checksOf = (def: Def): readonly CheckDef[] => (def.checks ?? []).map(({ _zod }) => _zod.def)
const minOf = (def: Def): number =>
  Math.max(0, ...checksOf(def).map(({ check, minimum }) => (check === 'min_length' ? (minimum ?? 0) : 0)))

const keysOf = (schema: z.ZodMiniType | undefined): fc.Arbitrary<string> =>
  schema ? generate(schema, 0).map((key) => String(key)) : fc.stringMatching(/^[a-z]{1,6}$/)

function textOf(def: Def): fc.Arbitrary<string> {
  if (def.format === 'datetime') {
    return fc
      .date({ min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  }
  const checks = checksOf(def)
  const pattern = checks.find(({ format }) => format === 'regex')?.pattern
  const minLength = minOf(def)
  const most = checks.find(({ check }) => check === 'max_length')?.maximum ?? Number.POSITIVE_INFINITY
  const any = (
    pattern
      ? fc.stringMatching(new RegExp(pattern.source))
      : fc.string({ minLength, maxLength: Math.max(minLength, Math.min(most, minLength + small)) })
  ).filter(isNobodysName)
  const meeting = names.filter(
    (name) => name.length >= minLength && name.length <= most && (pattern?.test(name) ?? true),
  )
  return meeting.length === 0
    ? any
    : fc.oneof({ weight: 7, arbitrary: fc.constantFrom(...meeting) }, { weight: 1, arbitrary: any })
}

/** Ids are made by the program: none is called as something that every object has. */
const isNobodysName = (text: string): boolean => !(text in Object.prototype)

/** Few names meet each other: a page is then one of a list that was searched for, by a tab that there is. */
const names = ['name-aaaa', 'name-bbbb']

function numberOf(def: Def): fc.Arbitrary<number> {
  const checks = checksOf(def)
  const limit = (check: string): number | undefined => {
    const value = checks.find((one) => one.check === check)?.value
    return typeof value === 'number' ? value : undefined
  }
  const low = limit('greater_than')
  const high = limit('less_than')
  // Small numbers meet each other: ids of commands then name the same documents.
  const min = low ?? -3
  const max = high ?? Math.max(min + 8, 8)
  if (def.format === 'safeint') return fc.integer({ min: Math.floor(min), max: Math.ceil(max) })
  return fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
}
