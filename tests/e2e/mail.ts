/** Mail to bring in, made by the tests themselves. */
import { type ZipFile, zip } from '#server/sample/zip-writer.ts'

export { zip }

export interface Letter {
  readonly id: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly from?: string
  readonly to?: string
  readonly date?: string
  readonly attachments?: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[]
}

/** A message as it travels. */
export function letter(one: Letter): string {
  const { id, subject, text = '', html, attachments = [] } = one
  const head = [
    `Message-ID: <${id}@e2e.example>`,
    `From: ${one.from ?? 'Ines Duarte <ines@e2e.example>'}`,
    `To: ${one.to ?? 'Tom Field <tom@e2e.example>'}`,
    `Subject: ${subject}`,
    `Date: ${one.date ?? 'Mon, 04 Mar 2024 10:00:00 -0600'}`,
    'MIME-Version: 1.0',
  ]
  const body =
    html === undefined
      ? ['Content-Type: text/plain; charset=utf-8', '', text]
      : ['Content-Type: text/html; charset=utf-8', '', html]
  if (attachments.length === 0) return [...head, ...body, ''].join('\r\n')
  const parts = attachments.map(({ name, type, bytes }) =>
    [
      '--cut',
      `Content-Type: ${type}; name="${name}"`,
      `Content-Disposition: attachment; filename="${name}"`,
      'Content-Transfer-Encoding: base64',
      '',
      bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
    ].join('\r\n'),
  )
  return [
    ...head,
    'Content-Type: multipart/mixed; boundary="cut"',
    '',
    '--cut',
    ...body,
    ...parts,
    '--cut--',
    '',
  ].join('\r\n')
}

/** Many messages in one file. */
export const mbox = (letters: readonly Letter[]): Buffer =>
  Buffer.from(
    letters
      .map(
        (one) => `From ines@e2e.example Mon Mar  4 10:00:00 2024\n${letter(one).replaceAll('\r\n', '\n')}\n`,
      )
      .join(''),
  )

/** A folder of messages, as a mail program keeps them, in a zip. */
export const zipOf = (files: Readonly<Record<string, string | Buffer>>): Buffer =>
  zip(
    Object.entries(files).map(
      ([name, bytes]): ZipFile => ({
        name,
        bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      }),
    ),
  )
