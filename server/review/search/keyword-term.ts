/** One term: how it is read. It asks what a document says, never what people or jobs make of it. */
import { batesFields } from '#contracts/excluded-fields.ts'
import { keywordField } from '#contracts/keywords.ts'
import { exactKey } from '#query/evaluate.ts'
import type { Fault } from '#query/fault.ts'
import { straighten } from '#query/lex.ts'
import { type Note, type ParseOptions, parse } from '#query/parse.ts'
import type { Node } from '#query/tree.ts'
import { productFieldsFor } from './fields.ts'

/** How terms are read: the project's precedence and noise. */
export type TermReading = Pick<ParseOptions, 'noise' | 'precedence'>

export type TermRead =
  | { readonly ok: true; readonly tree: Node; readonly notes: readonly Note[] }
  | { readonly ok: false; readonly fault: Fault }

/** Fields whose values come from the documents themselves: no job and nobody's coding changes what a term means. */
const moved = new Set<string>([
  ...[keywordField, 'Document_State', 'Filter_Job', 'Control_Number', 'Custom_Id'],
  ...[...batesFields, 'Production'],
])
const termFields = (seesAll: boolean) =>
  productFieldsFor(seesAll)
    .filter(({ name }) => !moved.has(name))
    .map(({ name, kind }) => ({ name, kind }))
const fieldsOfAll = termFields(true)
const fieldsOfPart = termFields(false)

/** What makes two terms the same: case, spaces and composed letters do not change what a query means. */
export const termKey = exactKey

/** A term as it is kept. In a query, where it is the value of a field, quotes are straight. */
export const writtenTerm = (term: string): string => straighten(term.trim()).text

/** `seesAll`: terms of the project's lists have all fields; whoever asks by terms of their own has those that walls leave them. */
export function readTerm(term: string, reading: TermReading, seesAll = true): TermRead {
  const whole = { start: 0, end: term.length }
  const refused = (code: Fault['code'], message: string): TermRead => ({
    ok: false,
    fault: { code, message, ...whole },
  })
  const parsed = parse(term, { ...reading, fields: seesAll ? fieldsOfAll : fieldsOfPart })
  if (!parsed.ok)
    return parsed.fault.code === 'unknownField' ? { ok: false, fault: foreign(parsed.fault) } : parsed
  if (parsed.includeFamily || parsed.also.length > 0)
    return refused(
      'unsupported',
      'A term finds documents by what they say. Leave out Include_Family and the like: the report counts families by itself.',
    )
  return parsed.tree === null
    ? refused('noWords', 'There is nothing to look for.')
    : { ok: true, tree: parsed.tree, notes: parsed.notes }
}

const foreign = (fault: Fault): Fault => ({
  ...fault,
  message: `A term cannot ask for “${fault.field ?? ''}”: terms look for words, and for what documents have of themselves (Subject, From, File_Name …). To look for the words as they stand, put them in quotes.`,
})
