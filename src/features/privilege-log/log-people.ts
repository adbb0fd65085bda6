/** People of the log: which are lawyers, and what one is called who goes by several names and addresses. */
import type { PrivilegeLogSettings } from '#contracts/privilege-log.ts'
import { personOf } from '../ui/foreign.tsx'

type People = PrivilegeLogSettings['people']

/** What a document's spelling of a person can be recognized by, in small letters. */
function signsOf(spelling: string): readonly string[] {
  const { name, address } = personOf(spelling)
  return [spelling, name, address].filter((sign) => sign !== '').map((sign) => sign.trim().toLowerCase())
}

/** What stands for the person in the settings: the address, which is one person's, or else the name. */
export function signOf(spelling: string): string {
  const { name, address } = personOf(spelling)
  return address === '' ? name : address
}

const entryOf = (people: People, spelling: string) => {
  const signs = signsOf(spelling)
  return people.find(({ spellings }) => spellings.some((one) => signs.includes(one.trim().toLowerCase())))
}

/** As the documents call the person. */
export const ownName = (spelling: string): string => {
  const { name, address } = personOf(spelling)
  return name === '' ? address : name
}

/** As the log writes it. */
export const nameIn = (people: People, spelling: string): string =>
  entryOf(people, spelling)?.name ?? ownName(spelling)

/** Calls a person so: with others of that name it is one. Its own name again ends that. */
export function renamed(people: People, spelling: string, name: string): People {
  const signs = signsOf(spelling)
  const rest = people.flatMap((one) => {
    const spellings = one.spellings.filter((sign) => !signs.includes(sign.trim().toLowerCase()))
    return spellings.length === 0 ? [] : [{ ...one, spellings }]
  })
  const called = name.trim()
  if (called === '' || called === ownName(spelling)) return rest
  const same = rest.findIndex((one) => one.name.toLowerCase() === called.toLowerCase())
  return same < 0
    ? [...rest, { name: called, spellings: [signOf(spelling)] }]
    : rest.map((one, at) => (at === same ? { ...one, spellings: [...one.spellings, signOf(spelling)] } : one))
}

/** How a person is a lawyer: by a line of its own, by the domain of the address; null: not. */
export function lawyerBy(
  { lawyers, people }: Pick<PrivilegeLogSettings, 'lawyers' | 'people'>,
  spelling: string,
): 'line' | 'domain' | null {
  const signs = [...signsOf(spelling), nameIn(people, spelling).toLowerCase()]
  const lines = lawyers.map((line) => line.trim().toLowerCase()).filter((line) => line !== '')
  if (lines.some((line) => signs.includes(line))) return 'line'
  return lines.some((line) => line.startsWith('@') && signs.some((sign) => sign.endsWith(line)))
    ? 'domain'
    : null
}

export function turnedLawyer(
  { lawyers, people }: Pick<PrivilegeLogSettings, 'lawyers' | 'people'>,
  spelling: string,
  on: boolean,
): string[] {
  const signs = [...signsOf(spelling), nameIn(people, spelling).toLowerCase()]
  const others = lawyers.filter((line) => !signs.includes(line.trim().toLowerCase()))
  return on ? [...others.filter((line) => line.trim() !== ''), signOf(spelling)] : others
}
