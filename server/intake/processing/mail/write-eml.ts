/**
 * Writes a message as an e-mail file (RFC 5322, MIME): for messages that have no file of their own, because they stand in a
 * mailbox of another form or in another message. The same message always gives the same bytes, and nothing is added that
 * it does not say: no date, no id of our own.
 */

import { createHash } from 'node:crypto'
import type { Address } from '../../../review/documents/mail-address.ts'
import { readAddresses } from './addresses.ts'
import { type Message, receivedAt } from './eml.ts'
import { elsewhere, headerFields, otherHeaders } from './header-fields.ts'
import type { Part } from './mime.ts'

const end = '\r\n'
/** Bytes of text in one encoded word, so that the word stays within 75 characters (RFC 2047). */
const wordBytes = 42

/** The message's file. */
export function writeEml(message: Message): Buffer {
  const boundary = boundaryOf(message)
  const headers = headersOf(message)
  // Neither begins with the other: readers compare beginnings (RFC 2046 5.1.1).
  const body = bodyOf(message, `=_b${boundary.slice(2)}`)
  if (message.parts.length === 0)
    return Buffer.concat([bytesOf([...headers, ...body.headers, '']), body.content])
  const pieces: Buffer[] = [
    bytesOf([...headers, `Content-Type: multipart/mixed; boundary="${boundary}"`, '']),
    bytesOf([`--${boundary}`, ...body.headers, '']),
    body.content,
  ]
  for (const part of message.parts) pieces.push(bytesOf(['', `--${boundary}`]), attached(part))
  pieces.push(bytesOf(['', `--${boundary}--`]))
  return Buffer.concat(pieces)
}

/** Said by no part: it is made of all that they say. */
function boundaryOf(message: Message): string {
  const hash = createHash('sha256')
  for (const text of [
    message.subject,
    message.messageId,
    message.sentAt ?? '',
    message.text,
    message.html ?? '',
  ])
    hash.update(`${text.length}:`).update(text)
  for (const { bytes } of message.parts) hash.update(`${bytes.length}:`).update(bytes)
  return `=_${hash.digest('hex').slice(0, 32)}`
}

function headersOf(message: Message): readonly string[] {
  return [
    ...passedOn(message),
    ...one('From', list(message.from)),
    ...one('To', list(message.to)),
    ...one('Cc', list(message.cc)),
    ...one('Bcc', list(message.bcc)),
    ...one('Subject', words(message.subject)),
    ...one('Date', oneLine(message.sentOriginal) || (message.sentAt === null ? '' : dateOf(message.sentAt))),
    ...one('Message-ID', bracketed(message.messageId)),
    ...one('In-Reply-To', bracketed(message.inReplyTo)),
    ...one('References', message.references.map(bracketed).join(`${end} `)),
    ...carriedBy(message),
    'MIME-Version: 1.0',
  ]
}

const one = (name: string, value: string): readonly string[] => (value === '' ? [] : [`${name}: ${value}`])

/** Headers whose values are addresses. */
const addressed: ReadonlySet<string> = new Set(['sender', 'reply-to'])

/** Fields that mail has headers for, and that are read from there again. */
function carriedBy({ metadata }: Message): readonly string[] {
  const headers: string[] = []
  const written = new Set<string>()
  for (const [header, field] of headerFields) {
    if (written.has(field)) continue
    written.add(field)
    const name = header.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
    for (const value of metadata[field] ?? [])
      headers.push(...one(name, addressed.has(header) ? list(readAddresses(value)) : words(value)))
  }
  return headers
}

/** All other headers as they came: which way the message went. Before them when it arrived, where they do not say that. */
function passedOn({ metadata, receivedAt: arrived }: Message): readonly string[] {
  const others = (metadata[otherHeaders] ?? []).flatMap((line) => {
    const [, name = '', value = ''] = /^([!-9;-~]{1,100}): (.*)$/s.exec(line) ?? []
    const key = name.toLowerCase()
    return name === '' || headerFields.has(key) || elsewhere.test(key)
      ? []
      : [{ key, name, value: words(value) }]
  })
  const stations = others.filter(({ key }) => key === 'received').map(({ value }) => value)
  return [
    ...(arrived === null || receivedAt(stations) === arrived ? [] : [`Received: ; ${dateOf(arrived)}`]),
    ...others.flatMap(({ name, value }) => one(name, value)),
  ]
}

const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => line + end).join(''))

const bracketed = (id: string): string => (id === '' ? '' : `<${oneLine(id)}>`)

/** A header ends at the end of its line: nothing in it may begin another. */
const oneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ')

const list = (addresses: readonly Address[]): string =>
  addresses
    .map(({ name, address }) => {
      if (address === '') return phrase(name)
      const bare = oneLine(address).replace(/[<>]/g, '')
      return name === '' ? `<${bare}>` : `${phrase(name)} <${bare}>`
    })
    .join(`,${end} `)

/** A name before an address: quoted, or encoded where it is not ASCII. */
const phrase = (name: string): string =>
  isPlain(name) ? `"${oneLine(name).replace(/["\\]/g, '\\$&')}"` : words(name)

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** As encoded words (RFC 2047) where it is not ASCII, or looks like one already. */
function words(text: string): string {
  const line = oneLine(text)
  if (isPlain(line) && !line.includes('=?') && line.length <= 900) return line
  const encoded: string[] = []
  let piece = ''
  for (const char of line) {
    if (Buffer.byteLength(piece + char) > wordBytes) {
      encoded.push(piece)
      piece = ''
    }
    piece += char
  }
  encoded.push(piece)
  return encoded.map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join(`${end} `)
}

const dateOf = (instant: string): string => new Date(instant).toUTCString().replace('GMT', '+0000')

interface Encoded {
  readonly headers: readonly string[]
  readonly content: Buffer
}

/** Text, HTML, or both as renderings of one. */
function bodyOf({ text, html }: Message, boundary: string): Encoded {
  if (html === null) return written('text/plain', text)
  if (text === '') return written('text/html', html)
  const pieces = [written('text/plain', text), written('text/html', html)].flatMap(({ headers, content }) => [
    bytesOf([`--${boundary}`, ...headers, '']),
    content,
    bytesOf(['']),
  ])
  return {
    headers: [`Content-Type: multipart/alternative; boundary="${boundary}"`],
    content: Buffer.concat([...pieces, bytesOf([`--${boundary}--`])]),
  }
}

const written = (type: string, text: string): Encoded => ({
  headers: [`Content-Type: ${type}; charset=utf-8`, 'Content-Transfer-Encoding: base64'],
  content: base64(Buffer.from(text)),
})

/** In lines of 76 characters. */
const base64 = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('base64').replace(/.{76}(?=.)/g, `$&${end}`))

function attached({ fileName, mimeType, charset, contentId, bytes }: Part): Buffer {
  // A text that is inline and has no name would be body.
  const disposition = contentId !== '' && mimeType.startsWith('image/') ? 'inline' : 'attachment'
  // What has parts of its own would need their boundary, which is in its bytes alone.
  const type = mimeType.startsWith('multipart/') ? 'application/octet-stream' : mimeType
  const headers = [
    `Content-Type: ${type}${charset === '' ? '' : `; charset="${oneLine(charset).replace(/["\\]/g, '')}"`}`,
    ...(fileName === '' ? [`Content-Disposition: ${disposition}`] : named(disposition, fileName)),
    ...(contentId === '' ? [] : [`Content-ID: <${oneLine(contentId).replace(/[<>]/g, '')}>`]),
  ]
  // A message may not be encoded (RFC 2046 5.2.1): it stands as it is.
  if (mimeType === 'message/rfc822')
    return Buffer.concat([bytesOf([...headers, 'Content-Transfer-Encoding: 8bit', '']), bytes])
  return Buffer.concat([bytesOf([...headers, 'Content-Transfer-Encoding: base64', '']), base64(bytes)])
}

/** A file's name in pieces that fit into lines (RFC 2231). */
function named(disposition: string, fileName: string): readonly string[] {
  const line = oneLine(fileName)
  if (isPlain(line) && line.length <= 60)
    return [`Content-Disposition: ${disposition}; filename="${line.replace(/["\\]/g, '\\$&')}"`]
  const encoded = encodeURIComponent(line.toWellFormed()).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const pieces = encoded.match(/(?:%[0-9A-F]{2}|[^%]){1,50}/g) ?? []
  return [
    `Content-Disposition: ${disposition};`,
    ...pieces.map(
      (piece, at) =>
        ` filename*${at}*=${at === 0 ? "utf-8''" : ''}${piece}${at === pieces.length - 1 ? '' : ';'}`,
    ),
  ]
}
