import { describe, expect, it } from 'vitest'
import { People } from './people.ts'

const person = (name: string, address = '') => ({ name, address })
const people = (more: Partial<ConstructorParameters<typeof People>[0]> = {}) =>
  new People({
    ...{ lawyers: ['@firm.example', 'In-House Counsel'], lawyerMark: '*' },
    people: [{ name: 'Robert Lee', spellings: ['lee@test.example', 'Bobby Lee'] }],
    ...more,
  })

describe('people of the privilege log', () => {
  it('have one name, by whichever of their spellings a document has', () => {
    const spellings = [
      person('R.', 'LEE@test.example'),
      person('bobby lee'),
      person('Robert Lee', 'x@y.example'),
    ]
    expect(people().shown(spellings)).toBe('Robert Lee')
    expect(people().shown([person('', 'ann@test.example'), person('Ann\u202E\nLee', 'b@test.example')])).toBe(
      'ann@test.example; Ann Lee',
    )
  })

  it('are marked where they are listed as lawyers: by name, by address, or by the domain of that', () => {
    expect(people().shown([person('Kay Mann', 'kay@firm.example')])).toBe('Kay Mann*')
    expect(people().shown([person('Kay Mann', 'kay@mail.firm.example')])).toBe('Kay Mann*')
    expect(people().shown([person('in-house counsel', 'z@test.example')])).toBe('in-house counsel*')
    expect(
      people({ lawyers: ['robert lee'], lawyerMark: 'Esq.' }).shown([person('', 'lee@test.example')]),
    ).toBe('Robert Lee, Esq.')
    expect(people().lawyersAmong([person('Kay', 'kay@firm.example'), person('Bob', 'bob@x.example')])).toBe(
      'Kay',
    )
  })

  it('are not marked by what they call themselves, nor by a domain that only ends alike', () => {
    expect(people().shown([person('Impostor**', 'i@test.example')])).toBe('Impostor')
    expect(people().shown([person('Mallory', 'm@evilfirm.example')])).toBe('Mallory')
    expect(people().shown([person('kay@firm.example', 'm@test.example')])).toBe('kay@firm.example')
    expect(people().shown([person('Mallory', 'firm.example')])).toBe('Mallory')
  })
})
