import { expect, it } from 'vitest'
import { fieldTypes } from '#contracts/project.ts'
import { kindOfType, productFields } from './fields.ts'
import { searchValues } from './index-rows.ts'
import { factKeys, numberFacts, wordColumns } from './list.ts'

it('declares each field once, with names that a query can write', () => {
  const names = productFields.map((field) => field.name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  for (const field of productFields) expect(field.name).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/)
})

it('fills every place of the index, and no other', () => {
  const stored = (place: 'words' | 'facts') =>
    productFields.flatMap(({ store }) =>
      store.in === place ? [store.in === 'words' ? store.column : store.key] : [],
    )
  expect(stored('words').sort()).toEqual([...wordColumns].sort())
  // A value may be asked for by a second name.
  expect([...new Set(stored('facts'))].sort()).toEqual([...factKeys].sort())
})

it('keeps numbers and dates as numbers', () => {
  for (const { name, kind, store } of productFields) {
    if (store.in !== 'facts') continue
    expect([name, numberFacts.has(store.key)]).toEqual([name, kind === 'number' || kind === 'instant'])
  }
})

it('[enum-field-type-ids] compares coded values by the type of their field', () => {
  expect(kindOfType(fieldTypes.date)).toBe('day')
  expect(searchValues('2021-03-01T00:00:00', fieldTypes.date)).toEqual([Date.UTC(2021, 2, 1)])
  expect(searchValues(['a', 'b'], fieldTypes.multipleChoice)).toEqual(['a', 'b'])
  expect(searchValues(false, fieldTypes.boolean)).toEqual(['No'])
  expect(searchValues(0, fieldTypes.integer)).toEqual([0])
  expect(searchValues(null, fieldTypes.text)).toEqual([])
  expect(searchValues([], fieldTypes.multipleChoice)).toEqual([])
})
