/**
 * What a gesture comes to, whatever it covers: boxes on pages or cells of a spreadsheet. What is refused is refused before
 * anything is written.
 */
import { redactionLimits } from '#contracts/redactions.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'

/** What rows of redactions have in common. */
export interface Row {
  readonly key: string
  readonly document_id: number
  readonly by_user: number
  readonly version: number
  readonly changed_by: number | null
  readonly changed_at: string | null
  readonly removed_by: number | null
  readonly removed_at: string | null
}

/** A change of one redaction. */
export type ActOf<Old, New> =
  | { readonly done: 'added'; readonly before: null; readonly after: New }
  | {
      readonly done: 'changed' | 'checked' | 'removed' | 'restored'
      readonly before: Old
      readonly after: Old
    }
type Done = ActOf<never, never>['done']

interface Keyed {
  readonly key: string
}
interface Seen extends Keyed {
  readonly version: number
}
export interface MarkupOf<Add, Change> {
  readonly add: readonly Add[]
  readonly change: readonly Change[]
  readonly remove: readonly Seen[]
  readonly restore: readonly Seen[]
}

export interface AskedOf<Old, Markup> {
  readonly projectId: number
  readonly documentId: number
  readonly gesture: string
  readonly markup: Markup
  readonly userId: number
  /** Whether the caller may change what others have made. */
  readonly ofOthers: boolean
  readonly at: string
  /** What the record has of the keys that are named, of any document of the project. */
  readonly known: ReadonlyMap<string, Old>
  /** Redactions of the document that are in force. */
  readonly inForce: number
}

interface Rules<Old, New, Add, Change> {
  /** The row of one that is added; throws where there is no such place. */
  readonly added: (one: Add, field: string) => New
  /** What stands already is nobody's news: no version, no row of the trail. */
  readonly changed: (
    one: Change,
    before: Old,
    field: string,
  ) => { readonly done: 'changed' | 'checked'; readonly to: Partial<Old> } | null
  readonly words: {
    /** What somebody has done who made one: 'drawn'. */
    readonly made: string
    /** What to do where there are too many. */
    readonly fewer: string
  }
}

/** `stale`: somebody has changed or removed these since they were seen; nothing is written. */
export type DecidedOf<Old, New> =
  | { readonly stale: readonly Old[] }
  | { readonly acts: readonly ActOf<Old, New>[] }

export function decideGesture<Old extends Row, New, Add extends Keyed, Change extends Seen>(
  asked: AskedOf<Old, MarkupOf<Add, Change>>,
  { added, changed, words }: Rules<Old, New, Add, Change>,
): DecidedOf<Old, New> {
  const { add, change, remove, restore } = asked.markup
  requireOnce(asked.markup)
  const adding = add.map((one, at): ActOf<Old, New> => {
    const field = `markup.add[${at}]`
    if (asked.known.has(one.key))
      throw refused(
        `${field}.key`,
        'There is a redaction with this key already. Add it with a key of its own.',
      )
    return { done: 'added', before: null, after: added(one, field) }
  })
  const own = <One extends Keyed>(name: string, all: readonly One[]) =>
    all.map((one, at) => {
      const field = `markup.${name}[${at}]`
      return { one, field, row: ownRow(asked, one.key, `${field}.key`, words.made) }
    })
  const [changing, removing, restoring] = [
    own('change', change),
    own('remove', remove),
    own('restore', restore),
  ] as const
  const stale = [...changing, ...removing].flatMap(({ one, row }) =>
    row.removed_at !== null || row.version !== one.version ? [row] : [],
  )
  if (stale.length > 0) return { stale }
  const acts = [
    ...adding,
    ...changing.flatMap(({ one, field, row: before }): ActOf<Old, New>[] => {
      const found = changed(one, before, field)
      if (found === null) return []
      return [{ done: found.done, before, after: changedBy({ ...before, ...found.to }, asked) }]
    }),
    ...removing.map(({ row }) => removedBy(row, asked.userId, asked.at)),
    ...restoring.flatMap(({ row }) => (row.removed_at === null ? [] : [restored(row, asked)])),
  ]
  requireRoom(asked.inForce, acts, words.fewer)
  return { acts }
}

type ActOnOld<Old> = Extract<ActOf<Old, never>, { readonly before: Old }>

/** A redaction as it is once somebody has removed it. */
export const removedBy = <Old extends Row>(before: Old, userId: number, at: string): ActOnOld<Old> => ({
  done: 'removed',
  before,
  after: { ...before, version: before.version + 1, removed_by: userId, removed_at: at },
})

type Who = Pick<AskedOf<unknown, unknown>, 'userId' | 'at'>

const changedBy = <Old extends Row>(row: Old, { userId, at }: Who): Old => ({
  ...row,
  version: row.version + 1,
  changed_by: userId,
  changed_at: at,
})

/** A redaction as it is once somebody has put it back. */
export const restored = <Old extends Row>(before: Old, who: Who): ActOnOld<Old> => ({
  done: 'restored',
  before,
  after: { ...changedBy(before, who), removed_by: null, removed_at: null },
})

function requireOnce({ add, change, remove, restore }: MarkupOf<Keyed, Keyed>): void {
  const keys = new Set<string>()
  for (const [name, all] of Object.entries({ add, change, remove, restore }))
    for (const [at, { key }] of all.entries()) {
      if (keys.has(key))
        throw refused(
          `markup.${name}[${at}].key`,
          'A redaction stands once in a gesture. Send the others apart.',
        )
      keys.add(key)
    }
}

/** The redaction of this document with a key; refused where it is somebody else's and the caller may not change those. */
function ownRow<Old extends Row>(
  {
    known,
    documentId,
    userId,
    ofOthers,
  }: Pick<AskedOf<Old, unknown>, 'known' | 'documentId' | 'userId' | 'ofOthers'>,
  key: string,
  field: string,
  made: string,
): Old {
  const row = known.get(key)
  if (row === undefined || row.document_id !== documentId) throw notFound('redaction')
  if (row.by_user !== userId && !ofOthers)
    throw new ApiError(
      'permission.denied',
      `Somebody else has ${made} this redaction, and you may change only your own. Ask them, or a review manager.`,
      { detail: field },
    )
  return row
}

function requireRoom(inForce: number, acts: readonly { readonly done: Done }[], fewer: string): void {
  const more = acts.some(({ done }) => growth[done] === 1)
  if (more && grownBy(acts, inForce) > redactionLimits.document)
    throw new ApiError(
      'conflict',
      `A document has at most ${redactionLimits.document} redactions. ${fewer}`,
      { detail: 'markup' },
    )
}

const growth: Readonly<Partial<Record<Done, number>>> = { added: 1, restored: 1, removed: -1 }

/** How many are in force after these acts, of so many before. */
export const grownBy = (acts: readonly { readonly done: Done }[], before: number): number =>
  acts.reduce((sum, { done }) => sum + (growth[done] ?? 0), before)

export const keysIn = ({ add, change, remove, restore }: MarkupOf<Keyed, Keyed>): string[] =>
  [...add, ...change, ...remove, ...restore].map(({ key }) => key)

export const refused = (field: string, message: string): ApiError =>
  new ApiError('request.invalid', message, { detail: field })
