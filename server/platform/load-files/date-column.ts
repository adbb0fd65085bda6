/** What the values of one column say about the form of its dates: the forms that read them all, and what each would give. */
import { loadDateForms } from '#contracts/load-file-forms.ts'
import { type DateFormat, isDateFault, readDate } from './dates.ts'

export interface DateVerdict {
  /** Values that are not empty. */
  readonly filled: number
  /** The forms by which every one of them is a day that exists; none where it is no column of dates. */
  readonly formats: readonly DateFormat[]
  /** Of a value that the forms read as different days: what each gives. Null where they agree, and one may be taken. */
  readonly ambiguous: { readonly line: number; readonly readings: readonly DateReading[] } | null
  /** Where no form reads all: the one that reads most, how many it refuses, and the first line of those. Null without dates. */
  readonly best: { readonly format: DateFormat; readonly refused: number; readonly firstLine: number } | null
}
interface DateReading {
  readonly format: DateFormat
  readonly day: string
}

interface Count {
  read: number
  firstRefused: number
}

/** Takes the values of a column one by one, so that a file of any length can be judged while it is read. */
export class DateColumn {
  readonly #counts = new Map<DateFormat, Count>(
    loadDateForms.map((format) => [format, { read: 0, firstRefused: 0 }]),
  )
  readonly #differing = new Map<string, { line: number; readings: DateReading[] }>()
  #filled = 0

  add(value: string, line: number): void {
    if (value.trim() === '') return
    this.#filled++
    const readings: DateReading[] = []
    for (const [format, count] of this.#counts) {
      const read = readDate(value, [format])
      if (!isDateFault(read)) {
        count.read++
        readings.push({ format, day: read.day })
      } else if (count.firstRefused === 0) count.firstRefused = line
    }
    if (new Set(readings.map(({ day }) => day)).size < 2) return
    const key = readings.map(({ format }) => format).join()
    if (!this.#differing.has(key)) this.#differing.set(key, { line, readings })
  }

  verdict(): DateVerdict {
    const filled = this.#filled
    const formats = loadDateForms.filter((format) => filled > 0 && this.#counts.get(format)?.read === filled)
    const ambiguous =
      [...this.#differing.values()].find(
        ({ readings }) => readings.filter(({ format }) => formats.includes(format)).length > 1,
      ) ?? null
    return { filled, formats, ambiguous, best: formats.length > 0 ? null : this.#best() }
  }

  #best(): DateVerdict['best'] {
    let best: DateVerdict['best'] = null
    for (const [format, { read, firstRefused }] of this.#counts)
      if (read > 0 && (best === null || this.#filled - read < best.refused))
        best = { format, refused: this.#filled - read, firstLine: firstRefused }
    return best
  }
}
