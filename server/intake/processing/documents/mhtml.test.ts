import { describe, expect, it } from 'vitest'
import { defaultLimits } from '../limits.ts'
import { readMhtml } from './mhtml.ts'

const kind = {
  shape: 'file',
  mimeType: 'multipart/related',
  extension: 'mht',
  category: 'Web/markup',
} as const
const part = (header: string, body: string): string => `--B\r\n${header}\r\n\r\n${body}\r\n`
const read = (end: string, ...parts: readonly string[]) =>
  readMhtml(
    Buffer.from(
      `From: <Saved by a browser>\r\nSubject: Prices\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="B"\r\n\r\n${parts.join('')}${end}`,
    ),
    kind,
    { limits: defaultLimits, passwords: [], name: 'a.mht' },
  )
const page = part('Content-Type: text/html', '<html><body>The list of prices</body></html>')
const place = (path: string): string => `Content-Location: https://x.example/prices/${path}`

describe('saved web pages', () => {
  it('give out what is neither picture nor style: frames with a name, and documents by the place they had', async () => {
    const { text, metadata, embedded, flaws } = await read(
      '--B--',
      page,
      part('Content-Type: text/html; name="frame.html"', '<html><body>In a frame</body></html>'),
      part(`Content-Type: application/pdf\r\n${place('list.pdf?v=2/3')}`, '%PDF-1.4 and so on'),
      part(`Content-Type: text/css\r\n${place('page.css')}`, 'p { color: red }'),
      part(
        `Content-Type: image/gif\r\nContent-Transfer-Encoding: base64\r\n${place('dot.gif')}`,
        'R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
      ),
    )
    expect(text).toBe('The list of prices')
    expect(embedded.map(({ name, bytes }) => [name, bytes.toString().trim()])).toEqual([
      ['frame.html', '<html><body>In a frame</body></html>'],
      ['list.pdf', '%PDF-1.4 and so on'],
    ])
    expect(metadata).toEqual({ Doc_Title: ['Prices'], Embedded_Images: ['1'], Style_Sheets: ['1'] })
    expect(flaws).toEqual([])
  })

  it('give out what only calls itself a picture or a style', async () => {
    const { embedded, metadata } = await read(
      '--B--',
      page,
      part(`Content-Type: image/png\r\n${place('a.png')}`, '%PDF-1.4 and so on'),
      part(`Content-Type: text/css\r\n${place('b.css')}`, '{\\rtf1 A letter}'),
    )
    expect(embedded.map(({ name }) => name)).toEqual(['a.png', 'b.css'])
    expect(metadata).toEqual({ Doc_Title: ['Prices'] })
  })

  it('say where they were cut', async () => {
    const { text, flaws } = await read('', page)
    expect(text).toBe('The list of prices')
    expect(flaws).toMatchObject([{ code: 'corrupt', stage: 'parse' }])
  })
})
