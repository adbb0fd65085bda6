/**
 * Reads a list of people as it was pasted or stands in a CSV file: a line for each, cells parted by comma, semicolon or tab
 * and quoted where they hold one. Nothing of a cell is ever run, and what is no address is for the server to say.
 */
export interface ReadLine {
  readonly email: string
  readonly name: string
  /** As it is written; empty: as the form says. */
  readonly role: string
  readonly projects: readonly string[]
}

const columns = { email: /^(e-?mail|address|e-?mail address)$/i, name: /^(name|full name)$/i } as const
const more = { role: /^role$/i, projects: /^projects?$/i } as const
const known = { ...columns, ...more }
type Column = keyof typeof known
const usual: readonly Column[] = ['email', 'name', 'role', 'projects']

export function readLines(text: string): ReadLine[] {
  const rows = rowsOf(text.replace(/^\uFEFF/, '')).filter((cells) => cells.some((cell) => cell !== ''))
  const [first = []] = rows
  const named = first.map((cell) => usual.find((column) => known[column].test(cell)))
  const hasHead = named.includes('email')
  const order = hasHead ? named : usual
  return rows.slice(hasHead ? 1 : 0).map((cells) => {
    const of = (column: Column): string => cells[order.indexOf(column)] ?? ''
    return {
      ...addressed(of('email'), of('name')),
      role: of('role'),
      projects: of('projects')
        .split(/[;|]/)
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    }
  })
}

/** `Ines Duarte <ines@firm.example>`, as mail programs copy it. */
function addressed(cell: string, name: string): Pick<ReadLine, 'email' | 'name'> {
  const found = /^"?([^"<]*?)"?\s*<([^<>\s]+)>$/.exec(cell)
  return found === null
    ? { email: cell, name }
    : { email: found[2] ?? '', name: name === '' ? (found[1] ?? '') : name }
}

/** The sign that parts cells in the first line stands for all; a comma within one that has tabs is text. */
function rowsOf(text: string): string[][] {
  const [head = ''] = text.split(/\r?\n/, 1)
  const parts = ['\t', ';', ','].find((sign) => head.includes(sign)) ?? ','
  const rows: string[][] = []
  let cells: string[] = []
  let cell = ''
  let quoted = false
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += sign
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') quoted = true
    else if (sign === parts) endCell()
    else if (sign === '\n') {
      endCell()
      rows.push(cells)
      cells = []
    } else cell += sign
  }
  endCell()
  return [...rows, cells]
}
