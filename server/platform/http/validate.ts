/** Checks what came in against the contract, and says which field is wrong and why. */
import { Readable } from 'node:stream'
import * as z from 'zod/mini'
import { ApiError } from './error.ts'

// zod/mini comes without words; unset, every message would read "Invalid input".
z.config(z.locales.en())

export type Part = 'path' | 'query' | 'body'

interface Issue {
  readonly in: Part
  readonly field: string
  readonly message: string
  /** The contract's own words, which name what they are about. */
  readonly isForPeople?: boolean
}

/** The parsed value, or a 400 that names the first wrong field (all of them in `data.issues`). */
export function parsePart<S extends z.ZodMiniType>(part: Part, schema: S, value: unknown): z.infer<S> {
  const parsed = z.safeParse(schema, value)
  const nul = parsed.success ? nulIn(parsed.data, []) : null
  if (parsed.success && nul === null) return parsed.data
  const issues: readonly Issue[] = parsed.success
    ? [{ in: part, field: pathText(nul ?? []), message: nulMessage, isForPeople: true }]
    : firstIssues(part, parsed.error.issues)
  const first: Issue = issues[0] ?? { in: part, field: '', message: 'Invalid input' }
  const where = first.field === '' ? `the ${part}` : `"${first.field}" in the ${part}`
  const message = first.isForPeople ? first.message : `${capitalised(where)}: ${first.message}`
  throw new ApiError('request.invalid', message, {
    detail: first.field,
    data: { issues: issues.map(({ isForPeople: _, ...issue }) => issue) },
  })
}

const nulMessage =
  'The text holds a character that cannot be kept (U+0000). Delete it: it stands where nothing is seen.'

/** A request of many wrong fields must not be answered with many times its own length; nor one of a long name. */
const maxIssues = 50
const longestName = 200

/** Where a text holds NUL, which PostgreSQL cannot keep; null where none does. Bytes are not looked at. */
function nulIn(value: unknown, path: readonly (string | number)[]): readonly (string | number)[] | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (typeof value !== 'object' || value === null || value instanceof Readable) return null
  const members: [string | number, unknown][] = Array.isArray(value)
    ? value.map((item: unknown, i) => [i, item])
    : Object.entries(value)
  for (const [name, member] of members) {
    const found = String(name).includes('\0') ? [...path, name] : nulIn(member, [...path, name])
    if (found !== null) return found
  }
  return null
}

type ZodIssue = z.core.$ZodIssue

/** So many of them; what is wrong besides is not even put into words. */
function firstIssues(part: Part, found: readonly ZodIssue[]): Issue[] {
  const first: Issue[] = []
  for (const issue of found) {
    if (first.length >= maxIssues) break
    first.push(...issuesOf(part, issue).slice(0, maxIssues - first.length))
  }
  return first
}

/** A union's own message says nothing; the issues of its closest member do. */
function issuesOf(part: Part, issue: ZodIssue): Issue[] {
  const base = pathText(issue.path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, maxIssues).map((key) => ({
      in: part,
      field: pathText([...issue.path, key]),
      message: 'There is no such field.',
    }))
  if (issue.code === 'invalid_union') {
    const deepest = issue.errors
      .filter((errors) => errors.some((error) => error.path.length > 0))
      .toSorted((a, b) => a.length - b.length)[0]
    if (deepest !== undefined)
      return firstIssues(
        part,
        deepest.slice(0, maxIssues).map((error) => ({ ...error, path: [...issue.path, ...error.path] })),
      )
  }
  return [{ in: part, field: base, message: issue.message, isForPeople: issue.code === 'custom' }]
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (before, key) =>
      typeof key === 'number'
        ? `${before}[${key}]`
        : before === ''
          ? String(key)
          : `${before}.${String(key)}`,
    '',
  )
  return text.length > longestName ? `${text.slice(0, longestName)}…`.toWellFormed() : text
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
