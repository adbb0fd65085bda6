/** Checks of what stands inside of what goes out and is easily overlooked: hidden content of files, quotations in answers. */
import * as z from 'zod/mini'
import { slices } from '../../platform/records/dialect.ts'
import { type Check, documents, finding } from './check.ts'

const named = z.record(z.string(), z.array(z.string()))

/** A file goes out as it is, with what its program does not show: comments, changes, notes, hidden sheets, rows, slides, words. */
export const hiddenContent: Check = async (ctx, { list, members }) => {
  // A redacted copy is rebuilt of what is seen.
  const rebuilt = new Set(members.flatMap(({ documentId, redacted }) => (redacted ? documentId : [])))
  const ids = list.flatMap(({ d, t }) => ((t === 'native' || t === 'both') && !rebuilt.has(d) ? d : []))
  const met = new Map<number, string>()
  for (const slice of slices(ids, 1)) {
    const rows = await ctx.records.read
      .selectFrom('document as d')
      .leftJoin('document_variant as v', (on) =>
        on.onRef('v.document_id', '=', 'd.document_id').on('v.origin', '=', 'hidden'),
      )
      .select(['d.document_id', 'd.metadata', 'v.origin'])
      .where('d.document_id', 'in', slice)
      .execute()
    for (const { document_id, metadata, origin } of rows) {
      const told = named.parse(JSON.parse(metadata)).Hidden_Content ?? []
      const all = told.length === 0 && origin !== null ? ['Words that nobody sees'] : told
      if (all.length > 0) met.set(document_id, `${all.join(', ')}.`)
    }
  }
  return finding(
    'hiddenContent',
    `${documents(met.size)} go out as files with content that nobody sees who opens them.`,
    met,
  )
}

/** Answers of one conversation that lie above one another; more are not followed. */
const longest = 1_000

/** A message that answers one that is withheld or restricted quotes it, mostly. */
export const quotesWithheld: Check = async (ctx, { list, found, restricted }) => {
  const held = new Set([...found.withheld, restricted ?? new Set<number>()].flatMap((some) => [...some]))
  if (held.size === 0) return null
  const { read } = ctx.records
  const going = list.flatMap(({ d, t }) => (t === 'withheld' ? [] : d))
  const parents = new Map<number, number | null>()
  for (let open = going; open.length > 0; ) {
    const next = new Set<number>()
    for (const slice of slices(open, 1)) {
      const rows = await read
        .selectFrom('document_analysis')
        .select(['document_id', 'thread_parent'])
        .where('document_id', 'in', slice)
        .where('thread_parent', 'is not', null)
        .execute()
      for (const { document_id, thread_parent } of rows) {
        parents.set(document_id, thread_parent)
        if (thread_parent !== null && !parents.has(thread_parent)) next.add(thread_parent)
      }
    }
    open = [...next].filter((id) => !parents.has(id))
    for (const id of open) parents.set(id, null)
  }
  const answers = (documentId: number): boolean => {
    let above = parents.get(documentId) ?? null
    for (let steps = 0; above !== null && steps < longest; steps++) {
      if (held.has(above)) return true
      above = parents.get(above) ?? null
    }
    return false
  }
  // Which one it is, somebody who reads this later may not be allowed to know.
  const met = new Map(
    going.flatMap((d) =>
      answers(d) ? [[d, 'It answers a message that is withheld, and may quote it.']] : [],
    ),
  )
  return finding(
    'quotesWithheld',
    `${documents(met.size)} answer messages that are withheld or restricted. Redact what they quote, or withhold them too.`,
    met,
  )
}
