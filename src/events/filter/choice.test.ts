import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChosenDocuments, chosenDocuments, documentFilter, fieldsChosen } from '#contracts/filter.ts'
import { runs, property as test } from '#tests/runs.ts'
import { valuesOf } from '#tests/support/arbitrary.ts'
import { allDocuments } from '../catalog/filter.ts'
import {
  chosenOf,
  cleared,
  clicked,
  crossed,
  emptyNumber,
  isAll,
  only,
  toggled,
  withDates,
  withList,
  withMember,
  withNumber,
  withoutField,
  withoutFields,
} from './choice.ts'

const anyField = fc.constantFrom('Custodian', 'Record_Type', 'File_Extension', 'File_Size', 'Exception')
const anyChoice = valuesOf(chosenDocuments)

describe('a choice of documents', () => {
  it('[filter-custodians] keeps values that the filter has a list for in it, and all others in the query', () => {
    const of = toggled(toggled(allDocuments, 'Custodian', 'Reyes'), 'File_Extension', 'eml')
    expect(of).toEqual({
      query: '',
      filter: { custodians: { values: ['Reyes'], includeNull: false, includeSelections: true } },
      narrowed: { File_Extension: ['eml'] },
    })
    expect(fieldsChosen(of)).toEqual(['Custodian', 'File_Extension'])
  })

  test('is as before once a value that was chosen is put back', () => {
    fc.assert(
      fc.property(anyChoice, anyField, fc.string({ minLength: 1, maxLength: 5 }), (of, field, value) => {
        fc.pre(!chosenOf(of, field).includes(value))
        const there = toggled(of, field, value)
        expect(chosenOf(there, field)).toContain(value)
        expect(chosenOf(toggled(there, field, value), field)).toEqual(chosenOf(of, field))
      }),
      { numRuns: runs(100) },
    )
  })

  test('has only what the contract of the filter takes, whatever is clicked', () => {
    fc.assert(
      fc.property(anyChoice, anyField, fc.string({ minLength: 1, maxLength: 5 }), (of, field, value) => {
        for (const next of [toggled(of, field, value), withoutField(of, field), only(of, field, value)])
          expect(documentFilter.safeParse(next.filter).success).toBe(true)
      }),
      { numRuns: runs(100) },
    )
  })

  it('a cell of two fields asks for the documents that have both values, whatever was asked of these before', () => {
    const list = (values: string[]) => ({ values, includeNull: false, includeSelections: true })
    const both = { custodians: list(['Reyes']), recordTypes: list(['E-mail']) }
    const cell = (of: ChosenDocuments) => crossed(of, ['Custodian', 'Reyes'], ['Record_Type', 'E-mail'])
    expect(cell(allDocuments)).toEqual({ ...allDocuments, filter: both })
    for (const before of [['Reyes'], ['Reyes', 'Chen'], ['Chen']]) {
      const of = withList(allDocuments, 'custodians', { values: before })
      expect(cell(of)).toEqual({ ...allDocuments, filter: both })
    }
    const others = withList(allDocuments, 'custodians', { values: ['Chen'], includeSelections: false })
    expect(cell(others)).toEqual({ ...allDocuments, filter: both })
  })

  it('a cell of documents that have no value asks for those that have none, and for nothing where that cannot be', () => {
    const none = { values: [], includeNull: true, includeSelections: true }
    expect(crossed(allDocuments, ['Author', null], ['Exception', null])?.filter).toEqual({
      authors: none,
      exceptions: none,
    })
    expect(crossed(allDocuments, ['Custodian', 'Reyes'], ['Language', null])).toBeNull()
    expect(crossed(allDocuments, ['Author', 'Ann'], ['Author', 'Bo'])).toBeNull()
    expect(crossed(allDocuments, ['Author', 'Ann'], ['Author', 'Ann'])?.filter.authors?.values).toEqual([
      'Ann',
    ])
  })

  it('a bar among all but some values is the one that is chosen, and not one more that is left out', () => {
    const others = withList(allDocuments, 'custodians', { values: ['Chen'], includeSelections: false })
    expect(clicked(others, 'Custodian', 'Reyes')).toEqual(toggled(allDocuments, 'Custodian', 'Reyes'))
    const some = toggled(allDocuments, 'Custodian', 'Chen')
    expect(clicked(some, 'Custodian', 'Reyes')).toEqual(toggled(some, 'Custodian', 'Reyes'))
  })

  test('asks for nothing of a field that is taken away, and leaves all others', () => {
    fc.assert(
      fc.property(anyChoice, (of) => {
        for (const field of fieldsChosen(of)) {
          const left = fieldsChosen(withoutField(of, field))
          expect(left).toEqual(fieldsChosen(of).filter((one) => one !== field))
        }
      }),
      { numRuns: runs(100) },
    )
  })

  it('[filter-family-count] [filter-parent-date] has no list, number or date that asks for nothing', () => {
    const with2 = withNumber(allDocuments, 'familyCount', { ...emptyNumber, operator: '>=', value: 2 })
    expect(with2.filter.familyCount?.value).toBe(2)
    expect(withNumber(with2, 'familyCount', { ...emptyNumber, operator: '>=' })).toEqual(allDocuments)
    const dated = withDates(allDocuments, 'parentDate', { operator: 'Is Null', start: null, end: null })
    expect(fieldsChosen(dated)).toEqual(['Parent_Date'])
    expect(withDates(dated, 'parentDate', null)).toEqual(allDocuments)
    const none = withList(allDocuments, 'exceptions', { includeNull: true })
    expect(fieldsChosen(none)).toEqual(['Exception'])
    expect(withList(none, 'exceptions', { includeNull: false })).toEqual(allDocuments)
  })

  it('asks for the rest, and shows no group, of fields that are lost', () => {
    const of = withMember(toggled(toggled(allDocuments, 'Custodian', 'Reyes'), 'Box', '7'), 'groupBy', 'Box')
    expect(isAll(of)).toBe(false)
    const rest = withoutFields(of, ['Box'])
    expect(rest).toEqual(toggled(allDocuments, 'Custodian', 'Reyes'))
    expect(isAll(withoutFields(rest, ['Custodian']))).toBe(true)
    expect(withoutFields(of, ['Pivot'])).toEqual(of)
  })

  it('[filter-hidden-file-info] is shown as before when all of it is taken away', () => {
    const hidden = withMember(withMember(allDocuments, 'hiddenFileInfo', true), 'groupBy', 'Custodian')
    const of: ChosenDocuments = { ...toggled(hidden, 'Record_Type', 'E-mail'), query: 'well' }
    expect(cleared(of)).toEqual({
      query: '',
      filter: { hiddenFileInfo: true, groupBy: 'Custodian' },
      narrowed: {},
    })
  })
})
