/** The names of the sheets of a rebuilt workbook: those that are covered are numbered, the others stay as far as they can. */

/** No sheet may have these in its name, nor more than so many characters. */
const unfit = /[[\]:*?/\\]/g
const longest = 31

export function sheetNames(
  names: readonly string[],
  isCovered: (sheet: number) => boolean,
): readonly string[] {
  const open = names.filter((_, sheet) => !isCovered(sheet)).map((name) => name.toLowerCase())
  const taken = new Set<string>()
  let number = 0
  return names.map((name, sheet) => {
    const free = (wanted: string): boolean => wanted !== '' && !taken.has(wanted.toLowerCase())
    let chosen = name.replace(unfit, '_').replace(/^'|'$/g, '_').slice(0, longest).toWellFormed()
    if (isCovered(sheet)) {
      do chosen = `REDACTED_${++number}`
      while (open.includes(chosen.toLowerCase()) || !free(chosen))
    } else for (let next = sheet + 1; !free(chosen); next++) chosen = `Sheet${next}`
    taken.add(chosen.toLowerCase())
    return chosen
  })
}
