/** Who is on the log, as documents spell them. */
import type { ReplyOf } from '#contracts/call.ts'
import { type logPeople, privilegeLogLimits } from '#contracts/privilege-log.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import type { Address } from '../../review/documents/mail-address.ts'
import { LogNow } from './lines.ts'
import { spelled } from './people.ts'

export async function peopleOnLog(ctx: ProjectContext): Promise<ReplyOf<typeof logPeople>> {
  const log = await LogNow.open(ctx)
  const found = new Map<string, { readonly person: Address; documents: number }>()
  for (const { document } of await log.all()) {
    const people = [...document.authors, ...document.to, ...document.cc, ...document.bcc]
    for (const [spelling, person] of new Map(people.map((one) => [spelled(one), one]))) {
      const known = found.get(spelling)
      if (known === undefined) found.set(spelling, { person, documents: 1 })
      else known.documents++
    }
  }
  const data = [...found]
    .filter(([spelling]) => spelling !== '')
    .map(([spelling, { person, documents }]) => ({
      ...{ spelling, name: log.people.nameOf(person), lawyer: log.people.isLawyer(person), documents },
    }))
    .sort((a, b) => b.documents - a.documents || (a.spelling < b.spelling ? -1 : 1))
  return { data: data.slice(0, privilegeLogLimits.people), totalCount: data.length }
}
