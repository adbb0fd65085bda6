import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { conversationType } from '#contracts/conversation-type.ts'
import { openOffice } from '../../platform/office/office.ts'
import { makerOf, whyNone } from './makers.ts'

it('drawings have pages where LibreOffice is, and say that they need it where it is not', async () => {
  const spool = mkdtempSync(join(tmpdir(), 'affiant-makers-'))
  const without = openOffice(null, spool)
  try {
    for (const type of ['image/svg+xml', 'image/wmf', 'image/emf']) {
      expect(makerOf('Image', type, { ...without, missing: null })).toBe('office')
      expect(makerOf('Image', type, without)).toBeNull()
      expect(whyNone('Image', type, without)).toEqual({
        code: 'unsupportedType',
        reason: 'Page images of this type need LibreOffice on the server.',
      })
    }
    expect(whyNone('Image', 'image/x-photoshop', without).reason).toBe('Pictures of this type are not drawn.')
  } finally {
    await without.stop()
    rmSync(spool, { recursive: true })
  }
})

it('words are laid out without LibreOffice; what has no pages by its nature misses none', async () => {
  const spool = mkdtempSync(join(tmpdir(), 'affiant-makers-'))
  const without = openOffice(null, spool)
  try {
    for (const type of ['text/csv', 'text/tab-separated-values'])
      expect(whyNone('Spreadsheet', type, without).code).toBeNull()
    for (const [category, type] of [
      ['E-mail', 'message/rfc822'],
      ['Chat', conversationType],
      ['Web/markup', 'text/html'],
      ['Plain text/source', 'application/json'],
    ] as const)
      expect(makerOf(category, type, without)).toBe('text')
    expect(makerOf('Encrypted', 'message/rfc822', without)).toBeNull()
    expect(makerOf('Spreadsheet', 'text/csv', without)).toBeNull()
    expect(whyNone('Spreadsheet', 'application/x-quattro', without).code).toBe('unsupportedType')
  } finally {
    await without.stop()
    rmSync(spool, { recursive: true })
  }
})
