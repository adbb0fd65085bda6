import { expect, it } from 'vitest'
import { firstLook } from '../events/catalog/reconstruct.ts'
import type { EventDef } from '../events/define.ts'
import { recordAnswers } from './reconstruct.ts'
import { sheetAnswers } from './sheets.ts'
import { firstDocuments } from './stages.ts'
import { nameTaken } from './templates.ts'

const now = <P>({ upcasts, payload }: EventDef<string, P>, first: unknown): P =>
  payload.parse(upcasts.reduce<unknown>((said, upcast) => upcast(said), first))

it('reads what older versions of questions said, which named the tab', () => {
  const tabId = 'tab'
  expect(now(nameTaken.requested, { tabId, name: 'Wells' })).toEqual({ name: 'Wells' })
  const file = { about: 'file', documentId: 7 }
  expect(now(sheetAnswers.requested, { tabId, question: file })).toEqual({ question: file })
  const of = { query: 'larkspur', filter: {}, narrowed: {} }
  expect(now(firstDocuments.requested, { tabId, of })).toMatchObject({ of: { query: 'larkspur' } })
  // The first version knew no batches besides.
  const { batchId: _, ...filter } = firstLook.filter
  const asked = { tabId, place: 'summary', question: { about: 'summary', filter } }
  expect(now(recordAnswers.requested, asked)).toEqual({
    place: 'summary',
    question: { about: 'summary', filter: firstLook.filter },
  })
})

it('holds all pages of a list under one key', () => {
  const question = { about: 'batches', moment: null, next: null } as const
  const key = (next: number | null) => recordAnswers.key({ place: '', question: { ...question, next } })
  expect(key(40)).toBe(key(null))
})
