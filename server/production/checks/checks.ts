/** What is looked at before a production is run (docs/decisions/0137-productions.md). Each check names its documents. */
import { slices } from '../../platform/records/dialect.ts'
import { redactionsDue } from '../../review/redaction-check/due.ts'
import { foundBy } from '../planning/members.ts'
import { batesNumber } from '../record/bates.ts'
import { prefixOf, whyNotFree } from '../record/ranges.ts'
import { type Check, documents, finding } from './check.ts'
import { duplicatesDiffer } from './duplicates.ts'
import { fieldEmpty, fieldGone } from './fields.ts'
import { hiddenContent, quotesWithheld } from './inside.ts'
import { pagesThatDiffer } from './pages.ts'

/** V1: the restriction finds it. */
const restricted: Check = async (_, { list, restricted: found }) => {
  const met = new Map(list.flatMap(({ d }) => (found?.has(d) ? [[d, 'Found by the restriction.']] : [])))
  return finding(
    'restricted',
    `${documents(met.size)} must not be in this production: the restriction finds them.`,
    met,
  )
}

/** V2: a member of a family is left out, also one that the caller may not see. */
const familyIncomplete: Check = async (ctx, { list, members }) => {
  const out = new Set(list.map(({ d }) => d))
  /** The families, each with its first document. */
  const touched = new Map(list.toReversed().map(({ f, d }) => [f, d]))
  const left = new Map(
    members.flatMap(({ documentId, familyId }) =>
      touched.has(familyId) && !out.has(documentId)
        ? [[documentId, 'Not in the set, but a member of a family in it.']]
        : [],
    ),
  )
  const seen = new Map<number, number>()
  for (const { familyId } of members) seen.set(familyId, (seen.get(familyId) ?? 0) + 1)
  for (const slice of slices([...touched.keys()], 1)) {
    const rows = await ctx.whole.read
      .selectFrom('document')
      .select((eb) => ['family_id', eb.fn.countAll<number>().as('n')])
      .where('family_id', 'in', slice)
      .groupBy('family_id')
      .execute()
    for (const { family_id: family, n } of rows) {
      const first = touched.get(family)
      if (Number(n) > (seen.get(family) ?? 0) && first !== undefined)
        left.set(first, 'Its family has members that you do not see, or that are not in review.')
    }
  }
  return finding(
    'familyIncomplete',
    `Families are incomplete (${documents(left.size)}). Include families, or withhold these members behind slip sheets.`,
    left,
  )
}

/** V3: it has left under another number. */
const producedBefore: Check = async (ctx, { productionId, list }) => {
  const before = new Map<number, string>()
  for (const slice of slices(
    list.map(({ d }) => d),
    1,
  )) {
    const rows = await ctx.records.read
      .selectFrom('production_document as o')
      .innerJoin('production as p', 'p.production_id', 'o.production_id')
      .select(['o.document_id', 'p.name'])
      .where('o.document_id', 'in', slice)
      .where('o.production_id', '<>', productionId)
      .where('p.purpose', '=', 'production')
      .where('p.state', 'in', ['Running', 'Produced', 'Delivered'])
      .execute()
    for (const row of rows) before.set(row.document_id, `In ${row.name} already.`)
  }
  return finding(
    'producedBefore',
    `${documents(before.size)} were produced before, under other numbers.`,
    before,
  )
}

/** V5: what goes out otherwise than was asked for, because of redactions in it or in what it holds. */
const redactedNative: Check = async (_, { settings, list, members }) => {
  const categories = new Map(members.map(({ documentId, category }) => [documentId, category]))
  const changed = new Map(
    list.flatMap(({ d, t }) => {
      const asked = settings.goesAs.byCategory[categories.get(d) ?? ''] ?? settings.goesAs.otherwise
      return t === 'withheld' || t === asked ? [] : [[d, t === 'native' ? asCopy : asPages]]
    }),
  )
  return finding(
    'redactedNative',
    `${documents(changed.size)} go out otherwise than the settings say, because of what is redacted or withheld in them.`,
    changed,
  )
}

const asPages = 'Its pages go out in place of its file: it, or something in it, is redacted or withheld.'
const asCopy = 'Its redacted copy goes out in place of its pages: its cells are redacted.'

/** V6: redactions that were drawn on other pages than there are now. */
const redactionsToCheck: Check = async (ctx, { list, members }) => {
  const redacted = new Set(members.flatMap(({ documentId, redacted }) => (redacted ? documentId : [])))
  const ids = list.flatMap(({ d, t }) => (t !== 'withheld' && redacted.has(d) ? d : []))
  const toCheck = new Map<number, string>()
  for (const slice of slices(ids, 1)) {
    const rows = await redactionsDue(ctx).select('document_id').where('document_id', 'in', slice).execute()
    for (const { document_id } of rows)
      toCheck.set(document_id, 'Its redactions were drawn on another file, or on other pages.')
  }
  return finding(
    'redactionsToCheck',
    `Somebody has to look at the redactions of ${documents(toCheck.size)} first: their files or pages have changed.`,
    toCheck,
  )
}

/** V7: as far as it can be said before pages are counted. */
const numbersTaken: Check = async (ctx, { settings, list }) => {
  const { prefix, digits, start } = settings.numbering
  const { projectId } = ctx.project
  const { read } = ctx.records
  const known = await prefixOf(read, projectId, prefix)
  const first = start ?? known?.next ?? 1
  const last = first + Math.max(1, list.length) - 1
  const why = await whyNotFree(read, { projectId, prefix, digits, first, last })
  if (why === null) return null
  return {
    check: 'numbersTaken',
    message: `${batesNumber({ prefix, digits }, first)}: ${why}`,
    documents: new Map(),
  }
}

/** V10: some of a family are withheld, and the others go out. */
const familyDiffers: Check = async (_, { list }) => {
  const families = Map.groupBy(list, ({ f }) => f)
  const mixed = [...families.values()].filter((family) => {
    const held = family.filter(({ t }) => t === 'withheld').length
    return held > 0 && held < family.length
  })
  const met = new Map(
    mixed.flatMap((family) =>
      family.flatMap(({ d, t }) => (t === 'withheld' ? [[d, 'Withheld; others of its family go out.']] : [])),
    ),
  )
  return finding(
    'familyDiffers',
    `${documents(met.size)} are withheld while others of their families go out.`,
    met,
  )
}

/** V13: nothing of it can be searched by the receiver. */
const textEmpty: Check = async (ctx, { settings, list }) => {
  if (!settings.texts) return null
  const met = new Map<number, string>()
  const ids = list.flatMap(({ d, t }) => (t === 'withheld' ? [] : d))
  for (const slice of slices(ids, 1)) {
    const rows = await ctx.records.read
      .selectFrom('document')
      .select('document_id')
      .where('document_id', 'in', slice)
      .where('has_text', '=', 0)
      .execute()
    for (const { document_id } of rows) met.set(document_id, 'It has no text. OCR may find some.')
  }
  return finding('textEmpty', `${documents(met.size)} go out without text.`, met)
}

/** V14: a file that the receiver cannot open. */
const protectedNative: Check = async (ctx, { list }) => {
  const met = new Map<number, string>()
  const ids = list.flatMap(({ d, t }) => (t === 'native' || t === 'both' ? d : []))
  for (const slice of slices(ids, 1)) {
    const empty = await ctx.records.read
      .selectFrom('document')
      .select('document_id')
      .where('document_id', 'in', slice)
      .where('size', '=', 0)
      .execute()
    for (const { document_id } of empty) met.set(document_id, 'The file is empty.')
    const locked = await ctx.records.read
      .selectFrom('exception')
      .select('document_id')
      .where('document_id', 'in', slice)
      .where('code', '=', 'encrypted')
      .execute()
    for (const { document_id } of locked)
      if (document_id !== null) met.set(document_id, 'The file is protected by a password.')
  }
  return finding(
    'protectedNative',
    `${documents(met.size)} go out as files that are empty or need a password.`,
    met,
  )
}

/** A page that says PRIVILEGED must not leave. */
const privilegedDesignation: Check = async (_, { list }) => {
  const met = new Map(
    list.flatMap(({ d, t, g }) =>
      t !== 'withheld' && /privileged/i.test(g) ? [[d, `Designated ${g}.`]] : [],
    ),
  )
  return finding(
    'privilegedDesignation',
    `${documents(met.size)} would go out with a designation that says privileged.`,
    met,
  )
}

/** V15: what the settings say needs a designation has none. */
const designationMissing: Check = async (ctx, { settings, list }) => {
  const { needsDesignation } = settings
  if (needsDesignation == null) return null
  const found = await foundBy(ctx, needsDesignation, 'Needs a designation')
  const met = new Map(
    list.flatMap(({ d, t, g }) =>
      t !== 'withheld' && g === '' && found.has(d) ? [[d, 'It goes out without a designation.']] : [],
    ),
  )
  return finding(
    'designationMissing',
    `${documents(met.size)} need a designation and have none. Add a rule that designates them.`,
    met,
  )
}

/** V15: a page cannot be two things to whoever receives it, and the order of the rules is not what decides which. */
const designationsClash: Check = async (_, { settings, list, found: { designations } }) => {
  if (settings.exclusiveDesignations !== true) return null
  const met = new Map(
    list.flatMap(({ d, t }) => {
      if (t === 'withheld') return []
      const texts = designations.flatMap((ids, at) =>
        ids.has(d) ? (settings.designations[at]?.text ?? []) : [],
      )
      const own = [...new Set(texts)]
      return own.length > 1 ? [[d, `Designated ${own.join(' and ')}.`] as const] : []
    }),
  )
  return finding(
    'designationsClash',
    `Several designations meet in ${documents(met.size)}, and only one is allowed. Change the coding, or the rules.`,
    met,
  )
}

/** In the order in which they are shown. */
export const checks: readonly Check[] = [
  ...[restricted, familyIncomplete, redactionsToCheck, numbersTaken, privilegedDesignation],
  ...[designationMissing, designationsClash, pagesThatDiffer, fieldGone],
  ...[producedBefore, familyDiffers, duplicatesDiffer, quotesWithheld, redactedNative, hiddenContent],
  ...[textEmpty, protectedNative, fieldEmpty],
]
