import { expect, it } from 'vitest'
import { readCursor } from './cursor.ts'

it('reads what earlier versions saved: they forgave nothing', () => {
  const saved = { at: [0, 3], spent: [70_000], finished: false, repeatedAt: null }
  expect(readCursor(saved)).toMatchObject({ at: [0, 3], spent: [{ bytes: 70_000, forgiven: 0 }] })
  const now = readCursor({ ...saved, spent: [{ bytes: 70_000, forgiven: 60_000 }] })
  expect(now.spent).toEqual([{ bytes: 70_000, forgiven: 60_000 }])
  expect(readCursor(JSON.parse(JSON.stringify(now)))).toEqual(now)
})
