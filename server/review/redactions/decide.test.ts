/** What a gesture comes to, where a server would need many redactions or other pages to show it. */
import { describe, expect, it } from 'vitest'
import { redactionLimits } from '#contracts/redactions.ts'
import { type Asked, decide } from './decide.ts'
import type { RedactionRow } from './rows.ts'

const row: RedactionRow = {
  ...{ redaction_id: 1, project_id: 1, document_id: 1, key: 'key-0001' },
  ...{ sha256: 'old', pages_version: 1, page: 3, kind: 'box', boxes: '[0,0,5,5]' },
  ...{ label: '', reason: '', origin: 'hand', gesture: 'gesture-1', version: 2 },
  ...{ by_user: 7, at: '2026-01-05T00:00:00.000Z', changed_by: null, changed_at: null },
  ...{ removed_by: null, removed_at: null },
}
const removed: RedactionRow = { ...row, removed_by: 7, removed_at: '2026-01-06T00:00:00.000Z' }
const seen = { key: row.key, version: row.version }
const nothing = { add: [], change: [], remove: [], restore: [] }
const asked = (markup: Partial<Asked['markup']>, other: Partial<Asked> = {}): Asked => ({
  ...{ projectId: 1, documentId: 1, gesture: 'gesture-2', userId: 7, ofOthers: false },
  at: '2026-02-01T00:00:00.000Z',
  pages: { sha256: 'new', version: 1, count: 2, faulty: new Set(), reason: null },
  known: new Map([[row.key, row]]),
  inForce: 1,
  ...other,
  markup: { ...nothing, ...markup },
})
const page = { key: 'key-0002', page: 1, kind: 'page' as const, boxes: [], label: '', reason: '' }

describe('a gesture', () => {
  it('adds to a full document only as many as it removes', () => {
    const full = { inForce: redactionLimits.document }
    expect(() => decide(asked({ add: [page] }, full))).toThrow(/at most 20000 redactions/)
    expect(decide(asked({ add: [page], remove: [seen] }, full))).toMatchObject({
      acts: [{ done: 'added' }, { done: 'removed', after: { version: 3, removed_by: 7 } }],
    })
  })

  it('says of no redaction that it is right on a page that the document has no more', () => {
    expect(() => decide(asked({ change: [{ ...seen, checked: true }] }))).toThrow(
      'The document has no page 3: it has 2 pages.',
    )
  })

  it('restores what was removed whatever was seen, and changes what was removed never', () => {
    const known = new Map([[row.key, removed]])
    expect(decide(asked({ restore: [{ ...seen, version: 1 }] }, { known }))).toMatchObject({
      acts: [{ done: 'restored', after: { version: 3, removed_at: null } }],
    })
    expect(decide(asked({ remove: [seen] }, { known }))).toEqual({ stale: [removed] })
  })
})
