/**
 * Reads a list of people as it was pasted or stands in a CSV file: a line for each, cells parted by comma, semicolon or tab
 * and quoted where they hold one; or several addresses in a line, as mail programs copy them. Nothing of a cell is ever run,
 * what is no address is for the server to say, and nothing that is written is left out.
 */
export interface ReadLine {
  /** Of the text, from 1 on. */
  readonly line: number
  readonly email: string
  readonly name: string
  /** As it is written; empty: as the form says. */
  readonly role: string
  readonly projects: readonly string[]
  /** Securable groups as they are written: `Group`, or `Project: Group` where a line has several projects. */
  readonly groups: readonly string[]
}

const columns = { email: /^(e-?mail|address|e-?mail address)$/i, name: /^(name|full name)$/i } as const
const more = { role: /^role$/i, projects: /^projects?$/i, groups: /^groups?$/i } as const
const known = { ...columns, ...more }
type Column = keyof typeof known
const usual: readonly Column[] = ['email', 'name', 'role', 'projects', 'groups']

export function readLines(text: string): ReadLine[] {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const rows = rowsOf(plain).filter(({ cells }) => cells.some((cell) => cell !== ''))
  const named = rows[0]?.cells.map((cell) => usual.find((column) => known[column].test(cell))) ?? []
  const hasHead = named.includes('email')
  const order = hasHead ? named : usual
  return rows.slice(hasHead ? 1 : 0).flatMap(({ line, cells, written }): ReadLine[] => {
    const several = hasHead ? null : severalOf(written)
    if (several !== null) return several.map((one) => ({ line, ...one, role: '', projects: [], groups: [] }))
    const of = (column: Column): string => cells[order.indexOf(column)] ?? ''
    const [projects, groups] = [namesIn(of('projects')), namesIn(of('groups'))]
    return [{ line, ...addressed(of('email'), of('name')), role: of('role'), projects, groups }]
  })
}

export const namesIn = (cell: string): string[] =>
  cell
    .split(/[;|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** Those of the groups that are meant for one of the projects: `Project: Group` for that one, all others for each. */
export function groupsFor(
  project: string,
  projects: readonly string[],
  groups: readonly string[],
): readonly string[] {
  const beginsWith = (group: string, name: string): boolean =>
    group.toLowerCase().startsWith(`${name.toLowerCase()}:`)
  return groups.flatMap((group) => {
    const named = projects.find((name) => beginsWith(group, name))
    if (named === undefined) return [group]
    return named === project ? [group.slice(named.length + 1).trim()] : []
  })
}

type Named = Pick<ReadLine, 'email' | 'name'>

/** `Ines Duarte <ines@firm.example>`, as mail programs copy it. */
function addressed(cell: string, name: string): Named {
  const found = /^"?([^"<]*?)"?\s*<([^<>\s]+)>$/.exec(cell)
  return found === null
    ? { email: cell, name }
    : { email: found[2] ?? '', name: name === '' ? (found[1] ?? '') : name }
}

/** A line of two addresses and more. Names may have a comma: "Duarte, Ines <ines@firm.example>; Roth, Ida <ida@firm.example>". */
function severalOf(written: string): readonly Named[] | null {
  const count = written.match(/[^\s<>,;"]+@[^\s<>,;"]+/g)?.length ?? 0
  if (count < 2 || /^\s*"?\s*[=+@-]/.test(written)) return null
  const parts = written.includes('<')
    ? written.split(/(?<=>)\s*[;,\t]\s*|;/)
    : written.split(/[;,\t]|\s+(?=[^\s;,]+@)/)
  return parts.flatMap((part) => (part.trim() === '' ? [] : [addressed(part.trim(), '')]))
}

interface Row {
  readonly line: number
  readonly cells: readonly string[]
  /** The row as it stands in the text. */
  readonly written: string
}

/** The sign that parts cells in the first line that has one stands for all; a comma within one that has tabs is text. */
function partsOf(text: string): string {
  // Of several addresses in a line the sign between them says nothing of cells.
  const line = /^(?!.*@.*@).*[\t;,].*$/m.exec(text)?.[0] ?? ''
  // Projects of a cell are parted by a semicolon where the cells are by commas: the sign that comes first counts.
  return line.includes('\t') ? '\t' : (/[;,]/.exec(line.replace(/"[^"]*"/g, ''))?.[0] ?? ',')
}

function rowsOf(text: string): Row[] {
  const parts = partsOf(text)
  const rows: Row[] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  let [line, begun, from] = [1, 1, 0]
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = (at: number) => {
    endCell()
    rows.push({ line: begun, cells, written: text.slice(from, at) })
    cells = []
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '\n') line += 1
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += sign
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') quoted = true
    else if (sign === parts) endCell()
    else if (sign === '\n') {
      endRow(at)
      begun = line
      from = at + 1
    } else cell += sign
  }
  endRow(text.length)
  return rows
}
