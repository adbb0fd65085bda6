import { describe, expect, it } from 'vitest'
import { allDocuments } from '../events/catalog/filter.ts'
import { toggled } from '../events/filter/choice.ts'
import { bodiesOf, type FiguresQuestion, figuresIn } from './facets.ts'

const custodians = toggled(allDocuments, 'Custodian', 'Reyes')
const question: FiguresQuestion = {
  stage: 'processing',
  of: custodians,
  families: false,
  facets: [
    { field: 'Custodian', most: 10 },
    { field: 'Record_Type', most: 10 },
  ],
  histograms: [{ field: 'Parent_Date', by: 'month' }],
  matrix: null,
}

describe('a question for figures', () => {
  it('counts a field of which something is chosen without that choice, so that more of it can be chosen', () => {
    const [all, own, ...others] = bodiesOf(question)
    expect(others).toEqual([])
    expect(all?.filter).toEqual(custodians.filter)
    expect(all?.facets.map(({ field }) => field)).toEqual(['Record_Type', 'Family_Id'])
    expect(own?.filter).toEqual({})
    expect(own?.facets.map(({ field }) => field)).toEqual(['Custodian'])
  })

  it('counts exactly what is chosen where its families are meant', () => {
    const bodies = bodiesOf({ ...question, families: true })
    expect(bodies).toHaveLength(1)
    expect(bodies[0]?.query.includeFamily).toBe(true)
    expect(bodies[0]?.facets.map(({ field }) => field)).toContain('Custodian')
  })

  it('is answered with as many families as there are values of their field', () => {
    const none = { documents: 0, bytes: 0 }
    const reply = {
      documents: 5,
      bytes: 50,
      facets: [
        {
          field: 'Family_Id',
          values: [{ value: '7', documents: 3, bytes: 30 }],
          none,
          others: { values: 2, documents: 2, bytes: 20 },
        },
      ],
      histograms: [],
      matrix: null,
      reading: '',
      indexedAsOf: null,
    }
    expect(figuresIn([reply])).toMatchObject({ documents: 5, bytes: 50, families: 3 })
  })
})
