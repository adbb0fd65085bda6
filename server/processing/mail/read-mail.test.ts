/** Mail in the forms that other programs keep it in. */
import { describe, expect, it } from 'vitest'
import { message } from '#tests/fixtures/mail.ts'
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
})
