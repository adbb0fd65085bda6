/** Letters as bytes: what the mail programs of the sample matter would have written. */
import { createHash } from 'node:crypto'
import type { Person } from './cast.ts'

export interface Enclosure {
  readonly fileName: string
  readonly mimeType: string
  readonly bytes: Buffer
  /** Shown by the HTML under this id. */
  readonly contentId?: string
}

export interface Letter {
  /** Names it for ever: ids and boundaries come from it. */
  readonly id: string
  readonly from: Person
  readonly to: readonly Person[]
  readonly cc: readonly Person[]
  readonly bcc: readonly Person[]
  readonly subject: string
  readonly at: Date
  /** Minutes east of UTC, where it was written. */
  readonly zone: number
  readonly text: string
  readonly html: string | null
  readonly enclosures: readonly Enclosure[]
  readonly answers: Letter | null
  /** Other header lines, or another date as it stands (empty: none). */
  readonly date?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Charset of the text, where it is not UTF-8. */
  readonly charset?: 'iso-8859-1'
}

/** The letter as it lies in somebody's mailbox: every server adds its own lines, only the sender's copy knows of BCC. */
export function writeLetter(letter: Letter, owner: Person): Buffer {
  const sent = owner.address === letter.from.address
  const lines = [
    ...(sent ? [] : [received(letter, owner)]),
    `Message-ID: <${messageId(letter)}>`,
    ...(letter.answers === null
      ? []
      : [`In-Reply-To: <${messageId(letter.answers)}>`, `References: ${referencesOf(letter).join('\r\n ')}`]),
    ...(letter.date === '' ? [] : [`Date: ${letter.date ?? rfcDate(letter.at, letter.zone)}`]),
    `From: ${mailbox(letter.from)}`,
    ...list('To', letter.to),
    ...list('Cc', letter.cc),
    ...(sent ? list('Bcc', letter.bcc) : []),
    `Subject: ${words(letter.subject)}`,
    ...Object.entries(letter.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n`), bodyOf(letter)])
}

const messageId = (letter: Letter): string =>
  `${createHash('sha256').update(letter.id).digest('hex').slice(0, 20)}@mail.${letter.from.address.split('@')[1] ?? 'example'}`

/** `Tue, 05 Mar 2024 08:12:00 -0600`. */
function rfcDate(at: Date, zone: number): string {
  const local = new Date(at.getTime() + zone * 60_000).toUTCString().slice(0, 25)
  const two = (n: number): string => String(n).padStart(2, '0')
  return `${local} ${zone < 0 ? '-' : '+'}${two(Math.floor(Math.abs(zone) / 60))}${two(Math.abs(zone) % 60)}`
}

/** An mbox of messages, in order, each with the time at which it came. */
export function writeMbox(
  messages: readonly { readonly bytes: Buffer; readonly at: Date; readonly sender: string }[],
): Buffer {
  return Buffer.concat(
    messages.map(({ bytes, at, sender }) => {
      const asctime = at.toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1 $3 $2 $5 $4')
      const text = bytes
        .toString('latin1')
        .replace(/\r\n/g, '\n')
        .replace(/^(>*From )/gm, '>$1')
      return Buffer.from(`From ${sender} ${asctime}\n${text}\n\n`, 'latin1')
    }),
  )
}

function received(letter: Letter, owner: Person): string {
  const host = (address: string): string => `mx1.${address.split('@')[1] ?? 'example'}`
  const id = createHash('sha256')
    .update(letter.id + owner.address)
    .digest('hex')
    .slice(0, 12)
  const at = rfcDate(new Date(letter.at.getTime() + 4000), letter.zone)
  return `Received: from ${host(letter.from.address)} by ${host(owner.address)} with ESMTPS id ${id}\r\n for <${owner.address}>; ${at}`
}

function referencesOf(letter: Letter): string[] {
  const chain: string[] = []
  for (let at = letter.answers; at !== null; at = at.answers) chain.unshift(`<${messageId(at)}>`)
  return chain
}

function mailbox({ name, address }: Person): string {
  if (/\P{ASCII}/u.test(name)) return `${words(name)} <${address}>`
  return /[^\w .'-]/.test(name) ? `"${name}" <${address}>` : `${name} <${address}>`
}

const list = (name: string, people: readonly Person[]): string[] =>
  people.length === 0 ? [] : [`${name}: ${people.map(mailbox).join(',\r\n ')}`]

/** Encoded words of at most 75 characters, cut between characters. */
function words(text: string): string {
  if (!/\P{ASCII}/u.test(text)) return text
  const parts: string[] = []
  let part = ''
  for (const character of text) {
    if (Buffer.byteLength(part + character) > 42) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  parts.push(part)
  return parts.map((p) => `=?UTF-8?B?${Buffer.from(p).toString('base64')}?=`).join('\r\n ')
}

function bodyOf(letter: Letter): Buffer {
  const text = textPart('plain', letter.text, letter.charset)
  const inline = letter.enclosures.filter((e) => e.contentId !== undefined)
  const attached = letter.enclosures.filter((e) => e.contentId === undefined)
  let body = text
  if (letter.html !== null) {
    const html = textPart('html', letter.html)
    const shown =
      inline.length === 0 ? html : multipart('related', `${letter.id}/r`, [html, ...inline.map(enclosure)])
    body = multipart('alternative', `${letter.id}/a`, [text, shown])
  }
  return attached.length === 0
    ? body
    : multipart('mixed', `${letter.id}/m`, [body, ...attached.map(enclosure)])
}

function multipart(kind: string, id: string, parts: readonly Buffer[]): Buffer {
  const boundary = `=_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`
  const head = `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n`
  return Buffer.concat([
    Buffer.from(head),
    ...parts.flatMap((part) => [Buffer.from(`--${boundary}\r\n`), part, Buffer.from('\r\n')]),
    Buffer.from(`--${boundary}--\r\n`),
  ])
}

function textPart(kind: 'plain' | 'html', text: string, charset?: 'iso-8859-1'): Buffer {
  const bytes = Buffer.from(text.replace(/\r?\n/g, '\r\n'), charset === undefined ? 'utf8' : 'latin1')
  const plain = bytes.every((byte) => byte < 0x80) && !/^.{900}/m.test(text)
  const head = [
    `Content-Type: text/${kind}; charset=${charset ?? 'utf-8'}`,
    `Content-Transfer-Encoding: ${plain ? '7bit' : 'quoted-printable'}`,
  ]
  const encoded = plain ? bytes : Buffer.from(quotedPrintable(bytes), 'latin1')
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), encoded])
}

function quotedPrintable(bytes: Buffer): string {
  let lines = ''
  let line = ''
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte === 13 && bytes[i + 1] === 10) {
      lines += `${line.replace(/[ \t]$/, (c) => (c === ' ' ? '=20' : '=09'))}\r\n`
      line = ''
      i++
      continue
    }
    const literal = (byte >= 33 && byte <= 126 && byte !== 61) || byte === 32 || byte === 9
    const next = literal ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
    if (line.length + next.length > 74) {
      lines += `${line}=\r\n`
      line = ''
    }
    line += next
  }
  return lines + line
}

function enclosure({ fileName, mimeType, bytes, contentId }: Enclosure): Buffer {
  const isMessage = mimeType === 'message/rfc822'
  const head = [
    `Content-Type: ${mimeType}${isMessage ? '' : `; name="${fileName}"`}`,
    `Content-Disposition: ${contentId === undefined ? 'attachment' : 'inline'}; filename="${fileName}"`,
    `Content-Transfer-Encoding: ${isMessage ? '7bit' : 'base64'}`,
    ...(contentId === undefined ? [] : [`Content-ID: <${contentId}>`]),
  ]
  const encoded = isMessage ? bytes : Buffer.from(bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n'))
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), encoded])
}
