/** Mail in the forms that other programs keep it in. */
import { describe, expect, it } from 'vitest'
import { message } from '#tests/fixtures/mail.ts'
import { identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { readMail } from './read-mail.ts'

describe('a message of Apple Mail', () => {
  const own = message({ id: 'apple', subject: 'Pears', text: 'Words that go on.' })
  const file = Buffer.concat([
    Buffer.from(`${own.length}\n`),
    own,
    Buffer.from('<?xml version="1.0"?><plist/>'),
  ])

  it('is read without what stands around it', async () => {
    const read = await readMail(file, 'emlx', defaultLimits)
    expect([read.subject, read.text.trim(), read.faults]).toEqual(['Pears', 'Words that go on.', []])
  })

  it('that is cut says so', async () => {
    const read = await readMail(file.subarray(0, own.length - 5), 'emlx', defaultLimits)
    expect(read.subject).toBe('Pears')
    expect(read.faults).toEqual(['The file ends before its content does; something is missing.'])
  })

  it.each([
    ['', ''],
    ['a property list', '<?xml version="1.0"?>\n<!DOCTYPE plist>\n<plist/>'],
    ['a property list alone', '<plist version="1.0"><dict/></plist>'],
  ])('whose length is too small has all its words, and says so, before %s', async (_, list) => {
    const text = 'Words that go on <plist>.\n<?xml version="1.0"?><plist/>\nto here.'
    const whole = message({ id: 'apple', subject: 'Pears', text })
    const bytes = Buffer.from(`${whole.length - 60}\n${whole.toString()}${list}`)
    const read = await readMail(bytes, 'emlx', defaultLimits)
    expect(read.text.replaceAll('\r', '').trim()).toBe(text)
    expect(read.faults).toEqual([
      'It is longer than its file says: what stands behind that length was read as part of it.',
    ])
  })

  it('whose length leads into the property list ends before that, and says so', async () => {
    const list = '<?xml version="1.0"?><plist version="1.0"><dict/></plist>'
    const bytes = Buffer.from(`${own.length + 30}\n${own.toString()}${list}`)
    const read = await readMail(bytes, 'emlx', defaultLimits)
    expect([read.text.trim(), read.faults.length]).toEqual(['Words that go on.', 1])
  })

  it('is followed by nothing that is its own, whatever form its property list has', async () => {
    for (const list of [
      '\n<plist/>',
      'bplist00\x01\x02',
      '\n\n',
      '<?xml version="1.0"?><plist/>',
      '<?xml version="1.0"?><plist><di',
    ]) {
      const read = await readMail(
        Buffer.from(`${own.length}\n${own.toString()}${list}`),
        'emlx',
        defaultLimits,
      )
      expect([read.text.trim(), read.faults]).toEqual(['Words that go on.', []])
    }
  })
})

it.each([
  ['UTF-16', (own: Buffer) => Buffer.from(`\ufeff${own.toString()}`, 'utf16le')],
  [
    'Outlook for Mac’s own form',
    (own: Buffer) => Buffer.concat([Buffer.alloc(32), Buffer.from('MSrc\x01\0\0\0', 'latin1'), own]),
  ],
])('a message in %s is read', async (_, wrapped) => {
  const bytes = wrapped(message({ subject: 'Pears', text: 'Größe.' }))
  expect(identify(bytes, 'a.eml').shape).toBe('message')
  const read = await readMail(bytes, 'message', defaultLimits)
  expect([read.subject, read.text.trim(), read.faults]).toEqual(['Pears', 'Größe.', []])
})
