import { describe, expect, it } from 'vitest'
import type { AuditRow } from '#contracts/audit.ts'
import { said } from './record-row.ts'

const row = (action: string, oldValue: unknown, newValue: unknown): AuditRow => ({
  ...{ auditId: 1, seq: 1, at: '2026-01-05T00:00:00.000Z', userId: 1, userName: 'Ana', roleName: 'Reviewer' },
  ...{ documentId: 1, commandId: null, correlationId: null, how: 'manual', undo: null, jobId: null },
  ...{ action, field: 'Page 3', oldValue, newValue, hash: '' },
})

describe('what the record says of a redaction', () => {
  it('is the page, what was done, and the label', () => {
    expect(said(row('redaction.added', null, 'Privileged'))).toBe('Page 3: redacted (Privileged)')
    expect(said(row('redaction.changed', 'Privileged', 'PII'))).toBe(
      'Page 3: redaction changed (Privileged → PII)',
    )
    expect(said(row('redaction.changed', 'PII', 'PII'))).toBe('Page 3: redaction changed (PII)')
    expect(said(row('redaction.removed', 'No Label', null))).toBe('Page 3: redaction removed (No Label)')
  })
})
