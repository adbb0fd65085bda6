/** Checks of what a load file and stamps are filled from: V12, and fields that are not there any more. */
import { slices } from '../../platform/records/dialect.ts'
import { columnCells, listColumns } from '../../review/search/columns.ts'
import { filledColumns } from '../volumes/cells.ts'
import { type Check, documents, finding } from './check.ts'

/** A column, or a stamp, that nothing fills. */
export const fieldGone: Check = async (ctx, { settings }) => {
  const { read } = ctx.records
  const columns = await filledColumns(read, ctx.project.projectId, settings)
  const empty = columns.flatMap(({ produced, field, source, name }) =>
    produced === null && field === null ? `${source} (column ${name})` : [],
  )
  const known = new Set((await listColumns(read, ctx.project)).map(({ field }) => field.name))
  const stamps = Object.values(settings.stamps).flatMap((stamp) =>
    stamp?.kind === 'field' && !known.has(stamp.field) ? `${stamp.field} (endorsement)` : [],
  )
  const gone = [...empty, ...stamps]
  if (gone.length === 0) return null
  return {
    check: 'fieldGone',
    message: `The project has no field ${gone.join(', ')}. It was renamed or deleted, or a template of another project named it: choose another, or take it off.`,
    documents: new Map(),
  }
}

/** V12: a column that needs a value has none. What is withheld has only its numbers anyway. */
export const fieldEmpty: Check = async (ctx, { settings, list }) => {
  const needed = settings.loadFile.columns.filter((column) => column.needed === true)
  if (needed.length === 0) return null
  const columns = await filledColumns(ctx.records.read, ctx.project.projectId, {
    ...settings,
    loadFile: { ...settings.loadFile, columns: needed },
  })
  const fields = [...new Set(columns.flatMap(({ field }) => field ?? []))]
  if (fields.length === 0) return null
  const met = new Map<number, string>()
  const ids = list.flatMap(({ d, t }) => (t === 'withheld' ? [] : d))
  for (const slice of slices(ids, 1)) {
    const cells = await columnCells(ctx.records.read, ctx.project, fields, slice)
    for (const documentId of slice) {
      const own = cells.get(documentId)
      const empty = fields.flatMap(({ field: { name, displayName } }) => (own?.has(name) ? [] : displayName))
      if (empty.length > 0) met.set(documentId, `No ${empty.join(', no ')}.`)
    }
  }
  return finding('fieldEmpty', `${documents(met.size)} have no value where the load file needs one.`, met)
}
