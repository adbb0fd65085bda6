/** The latest activity in a project, from its audit rows. */

import type { ProjectReport } from '#contracts/project.ts'
import { parseErasable } from '../../platform/audit/entry.ts'
import { namesOf } from '../../platform/auth/names.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { controlNumber } from '../documents/control.ts'

const shown = 20
/** Rows looked through for them: those that say who was given what outnumber everything else and are left out. */
const lookedThrough = 1000
const leftOut: readonly string[] = [
  'document.viewed',
  'document.fetchedAhead',
  'document.metadataRead',
  'document.pagesRead',
  'document.sheetRead',
]

/** What happened last; whoever may not read the project's trail sees only what they did themselves. */
export async function recentActivity(ctx: ProjectContext): Promise<ProjectReport['recent']> {
  const { read } = ctx.records
  const { projectId, prefix } = ctx.project
  let latest = read
    .selectFrom('audit')
    .select(['audit_id', 'action'])
    .where('project_id', '=', projectId)
    .orderBy('audit_id', 'desc')
    .limit(lookedThrough)
  if (!ctx.can('audit.project')) latest = latest.where('user_id', '=', ctx.caller.userId)
  const ids = (await latest.execute())
    .filter(({ action }) => !leftOut.includes(action))
    .slice(0, shown)
    .map(({ audit_id }) => audit_id)
  if (ids.length === 0) return []
  const rows = await read
    .selectFrom('audit as a')
    .leftJoin('document as d', 'd.document_id', 'a.document_id')
    .leftJoin('job as j', 'j.job_id', 'a.job_id')
    .select(['a.at', 'a.action', 'a.text', 'a.erasable', 'd.control', 'j.title'])
    .where('a.audit_id', 'in', ids)
    .orderBy('a.audit_id', 'desc')
    .execute()
  const told = rows.map((row) => ({ row, said: saidBy(row.text) }))
  const people = await namesOf(
    read,
    told.map(({ said }) => said.person),
  )
  return told.map(({ row, said }) => {
    const name = said.name || besides(row.erasable, 'name') || (people.get(said.person) ?? '')
    const number = row.control === null ? '' : controlNumber(prefix, row.control)
    const about = number === '' ? (row.title ?? name) : number
    // Coding fields are named by people; the product's own have names for queries, and who was added says more.
    const part = row.action === 'document.custodianAdded' ? besides(row.erasable, 'newValue') : said.field
    return {
      at: row.at,
      who: said.who,
      action: row.action,
      what: [about, part].filter((text) => text !== '').join(' · '),
    }
  })
}

/** The names of accounts; of those that are none, nothing. */
/** The parts of an audit row's text that are shown here. */
function saidBy(text: string): { who: string; field: string; name: string; person: number } {
  const entry: unknown = JSON.parse(text)
  const user = memberOf(entry, 'user')
  const facts = memberOf(entry, 'facts')
  return {
    who: user === null ? textOf(facts, 'via') || 'Affiant' : textOf(user, 'name'),
    field: textOf(entry, 'field'),
    name: textOf(facts, 'name'),
    /** Whom it was done to; 0: nobody. */
    person: numberOf(facts, 'userId'),
  }
}

/** What may have to be erased by law (names of people) stands beside the text. */
function besides(erasable: string | null, name: 'name' | 'newValue'): string {
  const kept = erasable === null ? null : parseErasable(erasable)
  const value = kept?.[name]?.value
  return typeof value === 'string' ? value : ''
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).find(([key]) => key === name)?.[1] ?? null
}

function textOf(value: unknown, name: string): string {
  const member = memberOf(value, name)
  return typeof member === 'string' ? member : ''
}

function numberOf(value: unknown, name: string): number {
  const member = memberOf(value, name)
  return typeof member === 'number' ? member : 0
}
