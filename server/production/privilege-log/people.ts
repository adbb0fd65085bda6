/** People as the log writes them: one name for each, and a mark behind those of lawyers. Pure. */
import type { PrivilegeLogSettings } from '#contracts/privilege-log.ts'
import { nameKey } from '../../platform/records/name-key.ts'
import { type Address, showAddress } from '../../review/documents/mail-address.ts'
import { plainLine } from './plain-text.ts'

type PeopleSettings = Pick<PrivilegeLogSettings, 'lawyers' | 'lawyerMark' | 'people'>

/** What the log says of somebody. */
interface Said {
  /** Without a mark. */
  readonly name: string
  readonly isLawyer: boolean
  /** With the mark of a lawyer. */
  readonly marked: string
  readonly spelled: string
}

export class People {
  /** By what documents say: a log names the same few people in thousands of rows. */
  readonly #said = new Map<string, Said>()
  readonly #mark: PeopleSettings['lawyerMark']
  /** By what documents say, in one case. */
  readonly #names: ReadonlyMap<string, string>
  readonly #lawyers: ReadonlySet<string>
  /** With `@` before them. */
  readonly #domains: readonly string[]

  constructor({ lawyers, lawyerMark, people }: PeopleSettings) {
    this.#mark = lawyerMark
    this.#names = new Map(
      people.flatMap(({ name, spellings }) => [
        ...spellings.map((spelling) => [nameKey(spelling), name] as const),
        [nameKey(name), name] as const,
      ]),
    )
    const keys = lawyers.map(nameKey)
    this.#lawyers = new Set(keys.filter((key) => !key.startsWith('@')))
    this.#domains = keys.filter((key) => key.startsWith('@'))
  }

  /** Without a mark. */
  nameOf(person: Address): string {
    return this.#of(person).name
  }

  isLawyer(person: Address): boolean {
    return this.#of(person).isLawyer
  }

  #of(person: Address): Said {
    const key = `${person.address}\n${person.name}`
    const known = this.#said.get(key)
    if (known !== undefined) return known
    const name = this.#named(person)
    const isLawyer = this.#isLawyer(person, name)
    const mark = !isLawyer ? '' : this.#mark === '*' ? '*' : ', Esq.'
    const said = { name, isLawyer, marked: `${name}${mark}`, spelled: spelled(person) }
    this.#said.set(key, said)
    return said
  }

  #named(person: Address): string {
    const known = keysOf(person).flatMap((key) => this.#names.get(key) ?? [])[0]
    if (known !== undefined) return known
    const name = plainLine(person.name === '' ? person.address : person.name)
    // Nobody becomes a lawyer by how they call themselves.
    return this.#mark === '*' ? name.replace(/[\s*]+$/, '') : name
  }

  #isLawyer(person: Address, name: string): boolean {
    if (this.#lawyers.has(nameKey(name))) return true
    if (keysOf(person).some((key) => this.#lawyers.has(key))) return true
    const address = nameKey(person.address)
    const domain = address.slice(address.lastIndexOf('@'))
    return this.#domains.some(
      (listed) => domain === listed || (address.includes('@') && domain.endsWith(`.${listed.slice(1)}`)),
    )
  }

  /** As the log writes them: each once, in their order. */
  shown(people: readonly Address[]): string {
    return joined(people.map((person) => this.#of(person).marked))
  }

  /** As documents say them, which does not change with the settings. */
  spelled(people: readonly Address[]): string {
    return people.map((person) => this.#of(person).spelled).join('; ')
  }

  /** The lawyers among them, without marks. */
  lawyersAmong(people: readonly Address[]): string {
    return joined(people.filter((person) => this.isLawyer(person)).map((person) => this.nameOf(person)))
  }
}

const joined = (names: readonly string[]): string =>
  [...new Set(names.filter((name) => name !== ''))].join('; ')

/** As documents say them: for a list of spellings, and for seeing that they have changed. */
export const spelled = (person: Address): string => plainLine(showAddress(person))

const keysOf = (person: Address): readonly string[] =>
  [person.address, spelled(person), person.name].filter((key) => key !== '').map(nameKey)
