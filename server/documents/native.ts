/** The original file: always a download, whatever its bytes say they are. */
import type { FastifyReply } from 'fastify'
import type { ProjectContext } from '../http/context.ts'
import { notFound } from '../http/error.ts'
import { recordLook } from './trail.ts'

/** Sends the bytes as a download, after that is on the record. */
export async function sendNative(
  ctx: ProjectContext,
  documentId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { records, project } = ctx
  const row = await records.read
    .selectFrom('document')
    .select(['sha256', 'file_name', 'extension', 'size', 'control'])
    .where('document_id', '=', documentId)
    .where('project_id', '=', project.projectId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('document')
  const bytes = await ctx.blobs.open(row.sha256)
  try {
    await records.write('interactive', (trx) =>
      recordLook(trx, ctx, 'document.downloaded', documentId, { file: 'native', sha256: row.sha256 }),
    )
  } catch (error) {
    bytes.destroy()
    throw error
  }
  const name = safeName(row.file_name, `${project.prefix}${row.control}`)
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-length', row.size)
    .header('content-disposition', disposition(name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .send(bytes)
}

const longest = 150

/** A name that is safe on every system: no path, no control or direction characters, no reserved device name. */
export function safeName(name: string, fallback: string): string {
  const plain = name
    .normalize('NFC')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\ufffd]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(plain) ? `_${plain}` : plain
  if (safe === '') return fallback
  const characters = [...safe]
  if (characters.length <= longest) return safe
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(safe)?.[0] ?? ''
  return characters.slice(0, longest - extension.length).join('') + extension
}

/** Old readers get ASCII, new ones the name as it is. */
function disposition(name: string): string {
  const plain = name.replace(/[^ -~]|[%"\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
