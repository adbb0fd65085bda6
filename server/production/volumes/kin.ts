/** How the documents of a family belong together in a load file. Pure. */
import type { Planned } from './planned.ts'

/** A member of a family that goes out. */
type Member = Pick<Planned, 'documentId' | 'parentId' | 'treatment' | 'first' | 'last' | 'redacted'>

export interface Kin {
  /** Of the family; the same for all of its members. */
  readonly begin: string
  readonly end: string
  readonly isAlone: boolean
  /** The first number of the top parent; null: it is that itself, or stands alone. */
  readonly parent: string | null
  /** The first numbers of those whose top parent it is. */
  readonly children: readonly string[]
  /** Something of the family is redacted or withheld: fields may tell of it. */
  readonly isGuarded: boolean
}

/** By document. `family`: all members that go out, in their order. */
export function kinOf(family: readonly Member[]): ReadonlyMap<number, Kin> {
  const byId = new Map(family.map((member) => [member.documentId, member]))
  const tops = new Map(family.map((member) => [member, topOf(member, byId)]))
  const children = Map.groupBy(
    family.filter((member) => tops.get(member) !== member),
    (member) => tops.get(member),
  )
  const shared = {
    begin: family[0]?.first ?? '',
    end: family.at(-1)?.last ?? '',
    isAlone: family.length === 1,
    isGuarded: family.some(({ redacted, treatment }) => redacted || treatment === 'withheld'),
  }
  return new Map(
    family.map((member) => {
      const top = tops.get(member)
      return [
        member.documentId,
        {
          ...shared,
          parent: top === undefined || top === member ? null : top.first,
          children: (children.get(member) ?? []).map(({ first }) => first),
        },
      ]
    }),
  )
}

function topOf(member: Member, byId: ReadonlyMap<number, Member>): Member {
  let top = member
  // Parents stand before their children: there is no circle, and no more steps than members.
  for (let steps = 0; steps < byId.size; steps++) {
    const parent = top.parentId === null ? undefined : byId.get(top.parentId)
    if (parent === undefined) break
    top = parent
  }
  return top
}
