/** A whole number as it is typed; what is none is `noNumber` for the form, and stays in view as it was typed. */
import { type ReactElement, useState } from 'react'
import { DraftInput } from '../../ui/input.tsx'

export function WholeInput({
  value,
  onChange,
  placeholder,
  label,
}: {
  /** null: nothing is written. */
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly placeholder?: string
  /** Where no field around it names it. */
  readonly label?: string
}): ReactElement {
  const said = value === null ? '' : String(value)
  const [typed, setTyped] = useState(said)
  // What was typed stands as long as it means the value; else the value has changed elsewhere.
  const text = meantBy(typed) === value ? typed : said
  return (
    <DraftInput
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={text}
      inputMode="numeric"
      autoComplete="off"
      onChange={(next) => {
        setTyped(next)
        onChange(meantBy(next))
      }}
    />
  )
}

/** What is no whole number: less than any that can be saved, and told apart from nothing. */
export const noNumber = -1

const meantBy = (typed: string): number | null =>
  typed.trim() === '' ? null : /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : noNumber
