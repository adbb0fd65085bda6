/** The documents of a plan as their files lie in volumes and their rows stand in load files. */
import type { Reader } from '../../platform/records/records.ts'
import { type MadeNative, type MadePart, madeNative, madeParts } from '../making/made.ts'
import { type Numbering, numbersOf, pageNumber } from '../record/bates.ts'
import { type PlannedAs, plannedAs } from '../settings/run-settings.ts'

/** A document of the plan that is made. */
export interface Planned {
  readonly place: number
  readonly documentId: number
  readonly familyId: number
  /** Its direct parent, where that goes out too. */
  readonly parentId: number | null
  readonly treatment: PlannedAs
  /** The number of each page. */
  readonly numbers: readonly string[]
  readonly first: string
  readonly last: string
  readonly designation: string
  readonly redacted: boolean
  /** Of its file when it was planned. */
  readonly fileSha256: string
  readonly isMail: boolean
  /** The one file with all that was made of it. */
  readonly sha256: string
  readonly parts: readonly MadePart[]
  readonly native: MadeNative | null
}

/** Documents that are read at once. */
const step = 500

/** What of a production says which numbers its documents have. */
export interface OfPlan {
  readonly production_id: number
  readonly first_number: number | null
  readonly settings: { readonly numbering: Numbering }
}

/** The families of the plan in their order, each whole. `first` and `last`: places of whole families. */
export async function* familiesOf(
  read: Reader,
  production: OfPlan,
  first = 1,
  last = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Planned[]> {
  let family: Planned[] = []
  for await (const document of documentsOf(read, production, first, last)) {
    if (family[0] !== undefined && family[0].familyId !== document.familyId) {
      yield family
      family = []
    }
    family.push(document)
  }
  if (family.length > 0) yield family
}

async function* documentsOf(
  read: Reader,
  { production_id, first_number, settings: { numbering } }: OfPlan,
  first: number,
  last: number,
): AsyncGenerator<Planned> {
  for (let after = first - 1; after < last; ) {
    const rows = await read
      .selectFrom('production_document as p')
      .innerJoin('document as d', 'd.document_id', 'p.document_id')
      .selectAll('p')
      .select(['d.file_category', 'd.control'])
      .where('p.production_id', '=', production_id)
      .where('p.place', '>', after)
      .where('p.place', '<=', last)
      .orderBy('p.place')
      .limit(step)
      .execute()
    for (const row of rows) {
      const firstNumber = numbering.level === 'none' ? 0 : first_number
      if (firstNumber === null || row.sha256 === null || row.parts === null)
        throw new Error('A volume is laid out before all of its documents are made.')
      const numbered = {
        ...{ place: row.place, pages: row.pages, pagesBefore: row.pages_before, control: row.control },
      }
      yield {
        ...{ place: row.place, documentId: row.document_id, familyId: row.family_id },
        ...{ parentId: row.parent_id, treatment: plannedAs.parse(row.treatment) },
        numbers: Array.from({ length: row.pages }, (_, page) =>
          pageNumber(numbering, firstNumber, numbered, page),
        ),
        ...numbersOf(numbering, firstNumber, numbered),
        ...{ designation: row.designation, redacted: row.redacted === 1, fileSha256: row.file_sha256 },
        ...{ isMail: row.file_category === 'E-mail', sha256: row.sha256 },
        parts: madeParts.parse(JSON.parse(row.parts)),
        native: row.native === null ? null : madeNative.parse(JSON.parse(row.native)),
      }
    }
    const end = rows.at(-1)
    if (end === undefined) return
    after = end.place
  }
}
