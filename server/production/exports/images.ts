/** What is told before images are exported: which documents have none yet, and which cannot have any. */
import type { BodyOf, ReplyOf } from '#contracts/call.ts'
import { exportLimits, type validateExportImages } from '#contracts/exports.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { slices } from '../../platform/records/dialect.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { knownPages } from '../making/known-pages.ts'
import { type Member, membersOf } from '../planning/members.ts'
import { redactedInCells } from '../planning/plan.ts'

type Reply = ReplyOf<typeof validateExportImages>
type Told = Reply['cannot']

export async function imagesOfSet(
  ctx: ProjectContext,
  { set, families }: BodyOf<typeof validateExportImages>,
): Promise<Reply> {
  const members = (await membersOf(ctx, set))
    .filter(({ inSet }) => inSet || families)
    .sort((a, b) => a.control - b.control)
  const notMade: Told = { count: 0, some: [] }
  const cannot: Told = { count: 0, some: [] }
  let [ready, pages] = [0, 0]
  const tell = (told: Told, { documentId, control }: Member, reason: string): void => {
    told.count += 1
    if (told.some.length < exportLimits.told)
      told.some.push({ documentId, controlNumber: controlNumber(ctx.project.prefix, control), reason })
  }
  const byId = new Map(members.map((member) => [member.documentId, member]))
  for (const slice of slices([...byId.keys()], 1)) {
    ctx.signal.throwIfAborted()
    const found = await foundOut(ctx, slice)
    for (const documentId of slice) {
      const member = byId.get(documentId)
      if (member === undefined) continue
      const known = redactedInCells(member) ? cellsCovered : (found.get(documentId) ?? notLookedAt)
      if (known === notLookedAt) tell(notMade, member, 'Nobody has looked at its pages yet.')
      else if (typeof known === 'string') tell(cannot, member, known)
      else {
        ready += 1
        pages += known
      }
    }
  }
  return { documents: members.length, ready, pages, notMade, cannot }
}

const notLookedAt = Symbol('notLookedAt')
const cellsCovered = 'Its cells are redacted: its redacted copy goes out as a file.'

/** How many pages each has, or why none can go out; what nobody has looked at is not in it. */
async function foundOut(
  { records: { read }, pages, project: { projectId } }: ProjectContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number | string>> {
  const rows = await read
    .selectFrom('document')
    .select(['document_id', 'project_id', 'sha256', 'mime_type', 'file_category'])
    .where('document_id', 'in', ids)
    .where('project_id', '=', projectId)
    .execute()
  const known = await knownPages({ read, pages }, rows)
  return new Map([...known].map(([id, out]) => [id, typeof out === 'number' ? out : out.reason]))
}
