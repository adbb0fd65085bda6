/**
 * Links to files of one document. What a link says is sealed for the session that has asked: it opens for nobody else, and only
 * while that session may download the document.
 */
import * as z from 'zod/mini'
import type { QueryOf, ReplyOf } from '#contracts/call.ts'
import { pathOf } from '#contracts/call.ts'
import { downloadByLink, type downloadUrl, linkMinutes } from '#contracts/downloads.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { type FileWanted, openable } from './files.ts'

const said = z.object({
  projectId: z.int(),
  documentId: z.int(),
  fileType: z.enum(['1', '2', '3', '4']),
  productionId: z.nullable(z.int()),
  /** Ms. */
  until: z.number(),
})

/** 404 where the document has no such file. */
export async function linkTo(
  ctx: ProjectContext,
  { documentId, fileType, productionId }: QueryOf<typeof downloadUrl>,
): Promise<ReplyOf<typeof downloadUrl>> {
  const { projectId } = ctx.project
  const wanted = { documentId, fileType, productionId: productionId ?? null }
  await openable(ctx, wanted)
  const until = ctx.now().getTime() + linkMinutes * 60_000
  const link = ctx.seals.seal(JSON.stringify({ ...wanted, projectId, until }), linkOf(ctx))
  const query = new URLSearchParams({ projectId: String(projectId), link })
  return {
    url: `${pathOf(downloadByLink)}?${query}`,
    expiresAt: instantOf(new Date(until)),
  }
}

/** What a link is for; throws where it is not for this session, or not any more. */
export function fileWantedBy(ctx: ProjectContext, link: string): FileWanted {
  const wanted = said.parse(JSON.parse(opened(ctx, link)))
  if (wanted.projectId !== ctx.project.projectId) throw notOurs()
  if (wanted.until <= ctx.now().getTime())
    throw new ApiError('gone', `This link has held for ${linkMinutes} minutes. Ask for another.`, {
      detail: 'link',
    })
  return wanted
}

function opened(ctx: ProjectContext, link: string): string {
  try {
    return ctx.seals.open(link, linkOf(ctx))
  } catch {
    throw notOurs()
  }
}

const linkOf = ({ caller: { userId, sessionId } }: ProjectContext): string =>
  `link to a file, ${userId}, ${sessionId}`

const notOurs = (): ApiError =>
  new ApiError(
    'permission.denied',
    'This link was made for somebody else, or for another session. Ask for another.',
  )
