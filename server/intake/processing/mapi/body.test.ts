import { describe, expect, it } from 'vitest'
import { type Draft, msg, tags } from '#tests/fixtures/msg.ts'
import { defaultLimits } from '../limits.ts'
import { readMail } from '../mail/read-mail.ts'

/** RTF as Outlook keeps it, not compressed (MS-OXRTFCP 2.1.3.1). */
function packed(rtf: string): Buffer {
  const header = Buffer.alloc(16)
  header.writeUInt32LE(rtf.length + 12, 0)
  header.writeUInt32LE(rtf.length, 4)
  header.write('MELA', 8, 'latin1')
  return Buffer.concat([header, Buffer.from(rtf, 'latin1')])
}
const read = (properties: Draft['properties']) => readMail(msg({ properties }), 'msg', defaultLimits)
const formatted = {
  [tags.rtf]: packed("{\\rtf1\\ansi\\ansicpg1252 Dear \\b Jos\\'e9\\b0 ,\\par see there.}"),
}
const html = { [tags.rtf]: packed('{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag <p>}Hello{\\*\\htmltag </p>}}') }

describe('the body of a message of Outlook', () => {
  it('that was written as RTF has its text', async () => {
    expect(await read(formatted)).toMatchObject({ text: 'Dear José,\nsee there.', html: null, faults: [] })
  })

  it('is read from its RTF where its other forms are there and empty', async () => {
    const empty = { [tags.html]: Buffer.alloc(0), [tags.body]: ' \r\n' }
    expect((await read({ ...empty, ...formatted })).text).toBe('Dear José,\nsee there.')
    expect((await read({ ...empty, ...html })).html).toBe('<p>Hello</p>')
  })

  it('that has a text of its own keeps it', async () => {
    expect(await read({ [tags.body]: 'Plain.', ...formatted })).toMatchObject({ text: 'Plain.', html: null })
    expect(await read({ [tags.body]: 'Plain.', ...html })).toMatchObject({
      text: 'Plain.',
      html: '<p>Hello</p>',
    })
  })

  it('gives the files that stand in its RTF', async () => {
    const size = (length: number): string => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(length)
      return bytes.toString('hex')
    }
    const named = (text: string): string => size(text.length + 1) + Buffer.from(`${text}\0`).toString('hex')
    const file = Buffer.from('%PDF-1.4 nothing')
    const object = `01050000 02000000 ${named('Acrobat')} ${size(0)} ${size(0)} ${size(file.length)} ${file.toString('hex')}`
    const { parts, text } = await read({
      [tags.rtf]: packed(`{\\rtf1 See {\\object\\objemb{\\*\\objdata ${object}}} there}`),
    })
    expect(parts.map(({ bytes }) => bytes.toString())).toEqual(['%PDF-1.4 nothing'])
    expect(text).toContain('there')
  })

  it('that is no RTF is told of', async () => {
    expect((await read({ [tags.rtf]: packed('nothing of the kind') })).faults).toEqual([
      'Its formatted body is damaged.',
    ])
    expect((await read({ [tags.rtf]: Buffer.from('too short') })).faults).toEqual([
      'Its formatted body is damaged.',
    ])
    expect((await read({ [tags.rtf]: packed('') })).faults).toEqual([])
  })
})
