/** Bytes of a tenant as a download and nothing else, whatever they and their name say they are. */
import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/**
 * Sends bytes to be saved under a name that `safeName` has made. `size` is null where they are made on their way: then a
 * connection that breaks before the end is an error to whoever saves them.
 */
export function sendDownload(
  reply: FastifyReply,
  { name, size, bytes }: { readonly name: string; readonly size: number | null; readonly bytes: Readable },
): FastifyReply {
  if (size !== null) reply.header('content-length', size)
  return reply
    .header('content-type', 'application/octet-stream')
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
