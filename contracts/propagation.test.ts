import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canPropagate } from './coding-values.ts'
import { fieldTypes } from './project.ts'
import { lowersPrivilege, propagatedValue, relationsIn } from './propagation.ts'

const field = (field_name: string, type: keyof typeof fieldTypes, choices: readonly string[] = []) => ({
  field_name,
  field_type_id: fieldTypes[type],
  is_read_only: false,
  values: choices.map((short_text_value) => ({ short_text_value })),
})
const all = ['A', 'B', 'C', 'D']
const issues = field('Issues', 'multipleChoice', all)

describe('what goes to another document', () => {
  it('of several choices is what was added and removed, whatever else a document has', () => {
    const some = fc.subarray(all)
    fc.assert(
      fc.property(some, some, some, (before, after, held) => {
        const value = propagatedValue(issues, { before, after }, held) ?? []
        for (const text of all) {
          const was = before.includes(text)
          const is = after.includes(text)
          expect(value).toEqual(
            was === is
              ? held.includes(text)
                ? expect.arrayContaining([text])
                : expect.not.arrayContaining([text])
              : is
                ? expect.arrayContaining([text])
                : expect.not.arrayContaining([text]),
          )
        }
      }),
    )
  })

  it('is the value itself in other fields, and nothing of texts about one document', () => {
    expect(propagatedValue(field('Pages', 'integer'), { before: 1, after: 2 }, 7)).toBe(2)
    expect(canPropagate(field('Summary', 'shortText'))).toBe(true)
    expect(
      ['longText', 'text', 'singleObject'].map((type) => canPropagate(field('x', type as 'text'))),
    ).toEqual([false, false, false])
  })

  it('[open-coding-propagation] goes nowhere with Skip', () => {
    const options = { family: true, emailThread: false, nearDuplicates: true, Skip: false }
    expect(relationsIn(options)).toEqual(['family', 'nearDuplicates'])
    expect(relationsIn({ ...options, Skip: true })).toEqual([])
  })
})

describe('a claim of privilege', () => {
  const single = field('Privilege', 'singleChoice', ['Not privileged', 'Attorney-client', 'Work product'])
  const flag = field('Privileged', 'boolean', ['Yes', 'No'])
  const many = field('Privilege types', 'multipleChoice', ['None', 'Attorney-client', 'Work product'])
  it.each([
    ['is not cleared', single, 'Attorney-client', null, true],
    ['is not denied', single, 'Attorney-client', 'Not privileged', true],
    ['is not exchanged', single, 'Attorney-client', 'Work product', true],
    ['is not turned off', flag, true, false, true],
    ['loses no choice', many, ['Attorney-client', 'Work product'], ['Work product'], true],
    ['is not denied beside itself', many, ['Attorney-client'], ['None', 'Attorney-client'], true],
    ['may grow', many, ['Attorney-client'], ['Attorney-client', 'Work product'], false],
    ['may come', single, 'Not privileged', 'Attorney-client', false],
    ['may come where nothing was', flag, null, true, false],
    ['is none in another field', field('Hot', 'boolean', ['Yes', 'No']), true, false, false],
  ] as const)('%s', (_, rule, before, after, lowered) => {
    const copy = (value: unknown) => (Array.isArray(value) ? [...value] : value) as string | string[] | null
    expect(lowersPrivilege(rule, copy(before), copy(after))).toBe(lowered)
  })
})
