import { describe, expect, it } from 'vitest'
import { message } from '#tests/fixtures/mail.ts'
import { letterDocument, workbook } from '../../sample/office-files.ts'
import { zip } from '../../sample/zip-writer.ts'
import { identify } from './identify.ts'

const shapeOf = (bytes: string | Buffer, name = 'x') => {
  const { shape, extension, category } = identify(Buffer.from(bytes), name)
  return [shape, extension, category]
}

describe('identify', () => {
  it.each<[string, string | Buffer, string, string[]]>([
    ['a message', message(), 'any', ['message', 'eml', 'E-mail']],
    [
      'a message of a maildir',
      'Return-Path: <a@x>\nReceived: by x\nSubject: s\n\nb',
      '12.',
      ['message', 'eml', 'E-mail'],
    ],
    ['what calls itself a message', 'garbage', 'x.eml', ['message', 'eml', 'E-mail']],
    ['an mbox', 'From a@x Mon Jun 01 10:00:00 2009\nSubject: s\n\nb', 'box', ['mbox', 'mbox', 'Container']],
    [
      'an archive of a list',
      'From a at x.org  Thu Mar  1 16:35:38 2018\nFrom: a at x.org\n\nb',
      '2018.txt',
      ['mbox', 'mbox', 'Container'],
    ],
    ['Apple Mail', '123\nFrom: a@x\nSubject: s\n\nb', 'x.emlx', ['emlx', 'emlx', 'E-mail']],
    [
      'prose that begins with From',
      'From here on we drill.\n',
      'x.txt',
      ['file', 'txt', 'Plain text/source'],
    ],
    ['a list of settings', 'name: x\nvalue: y\n', 'x.cfg', ['file', 'cfg', 'Plain text/source']],
    ['a zip', zip([{ name: 'a.eml', bytes: message() }]), 'x', ['zip', 'zip', 'Container']],
    ['a workbook', workbook({ A: [['x']] }), 'renamed.zip', ['file', 'xlsx', 'Spreadsheet']],
    ['a letter', letterDocument(['x']), 'x.docx', ['file', 'docx', 'Word processing']],
    ['HTML', '<!DOCTYPE html><p>x', 'x', ['file', 'html', 'Web/markup']],
    ['a calendar', 'BEGIN:VCALENDAR\n', 'invite', ['file', 'ics', 'Calendar']],
    [
      'a picture with a false name',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      'x.txt',
      ['file', 'png', 'Image'],
    ],
    ['a sheet of values', 'a,b\n1,2\n', 'x.csv', ['file', 'csv', 'Spreadsheet']],
    ['unknown bytes', Buffer.from([0, 1, 2, 3]), 'x.bin', ['file', 'bin', 'Unknown']],
    ['nothing', '', 'x.eml', ['file', 'eml', 'Unknown']],
  ])('%s', (_, bytes, name, expected) => {
    expect(shapeOf(bytes, name)).toEqual(expected)
  })
})
