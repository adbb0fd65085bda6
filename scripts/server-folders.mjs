/** What the folders of the server may know of each other, besides the directions of the layers (.dependency-cruiser.mjs). */

/** Each may import itself and those before it; what starts the program (main, command line, sample) may import all. */
export const layers = ['platform', 'organization', 'review', 'intake', 'production']

const below = (path) => path.replace(/^server\//, '').split('/')
const layerOf = (path) => {
  const at = layers.indexOf(below(path)[0])
  return at < 0 ? layers.length : at
}

/** The folder of an area, with all that is in it; a layer's own files are a folder too. */
export function folderOf(path) {
  const [top, folder, ...rest] = below(path)
  if (!layers.includes(top)) return folder === undefined ? '' : top
  return rest.length === 0 ? top : `${top}/${folder}`
}

/**
 * Folders that import each other, directly or through others; imports of types count. Answers each such group with the imports
 * inside it. The files that compose the program lie in no folder.
 */
export function folderCycles(imports) {
  const own = imports.filter(([from, to]) => folderOf(from) !== '' && folderOf(to) !== '')
  const graph = new Map()
  for (const [from, to] of own) {
    if (folderOf(from) === folderOf(to)) continue
    const known = graph.get(folderOf(from)) ?? new Set()
    graph.set(folderOf(from), known.add(folderOf(to)))
  }
  const reach = new Map([...graph.keys()].map((folder) => [folder, reachedFrom(graph, folder)]))
  const together = (one, other) =>
    one !== other && (reach.get(one)?.has(other) ?? false) && (reach.get(other)?.has(one) ?? false)
  return own
    .filter(([from, to]) => together(folderOf(from), folderOf(to)))
    .map(([from, to]) => `folders import each other: ${from} → ${to}`)
}

function reachedFrom(graph, start) {
  const reached = new Set()
  const open = [...(graph.get(start) ?? [])]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    open.push(...(graph.get(next) ?? []))
  }
  return reached
}

/** Every layer knows which client and project a row belongs to. */
const known = new Set(['company', 'project'])

const named =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|insertAll)\(\s*(?:trx,\s*)?'(\w+)(?: as \w+)?'/g

/**
 * Queries that name a table of a layer above their own. The type of all tables is put together from every area's `tables.ts`
 * (records/schema.ts), so that no import shows this.
 */
export function foreignTables(sources) {
  const owners = new Map()
  for (const { path, text } of sources) {
    if (!path.endsWith('/tables.ts')) continue
    const added = /interface Schema \{([^}]*)\}/.exec(text)?.[1] ?? ''
    for (const [, table] of added.matchAll(/(\w+):/g)) owners.set(table, path)
  }
  return sources
    .filter(({ path }) => !path.includes('/migrations/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(named)].flatMap(([, table]) => {
        const owner = owners.get(table)
        if (owner === undefined) return [`no tables.ts has the table ${table}: ${path}`]
        return !known.has(table) && layerOf(owner) > layerOf(path)
          ? [`a table of a layer above: ${path} → ${table} (${owner})`]
          : []
      }),
    )
}
