/**
 * JSON by RFC 8785: one text for one value, whoever writes it. Members are ordered by the UTF-16 units of their names;
 * numbers and strings are written as ECMAScript does, which is what the RFC prescribes.
 */

/** The canonical text of a JSON value. Members that are `undefined` are left out; what JSON cannot say is refused. */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('JSON knows no infinite number.')
      return JSON.stringify(value)
    case 'object':
      return value === null ? 'null' : ofObject(value)
    default:
      throw new TypeError(`JSON cannot hold a ${typeof value}.`)
  }
}

function ofObject(value: object): string {
  if (value instanceof Date) return JSON.stringify(value.toISOString())
  if (Array.isArray(value))
    return `[${value.map((item: unknown) => (item === undefined ? 'null' : canonical(item))).join(',')}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // Without a comparator strings sort by UTF-16 units; localeCompare would not.
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
  return `{${members.join(',')}}`
}
