import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { initialise, setValue } from '#src/commands/coding.ts'
import { createDesk, type Desk, fields } from '#tests/support/desk.ts'
import { countIn } from './buckets.ts'
import { documentIn } from './coding.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(() => desk.close())

describe("documents' copies", () => {
  it('let the oldest go that hold nothing of the reviewer, and never any other', async () => {
    const edited = [2, 3, 4]
    const value = { fieldId: 1, value: 'No', version: 1, by: 'Ben Novak', at: '2026-01-05T09:00:00.000Z' }
    for (const documentId of edited) {
      await desk.tab.dispatch(initialise({ documentId, values: [value] }))
      await desk.tab.dispatch(setValue({ documentId, fieldId: fields.issues.fieldId, value: 'Fraud' }))
    }
    const many = 10_000
    const { envelopes } = await desk.tab.dispatch(initialise({ documentId: 5, values: [value] }))
    const [loaded] = envelopes
    if (!loaded) throw new Error('Nothing was loaded')
    const opened = Array.from({ length: many }, (_, at) => ({
      ...loaded,
      payload: { documentId: 100 + at, values: [value] },
    }))
    const { coding } = desk.tab.runtime.preview(desk.tab.state(), opened)
    expect(countIn(coding.documents)).toBeLessThan(many)
    expect(documentIn(coding, 100 + many - 1)).not.toBeNull()
    for (const documentId of edited)
      expect(documentIn(coding, documentId)?.fields[2]?.pending).toEqual(['Fraud'])
  })
})
