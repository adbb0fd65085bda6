/** A form that is sent: whether it is on its way, why it was refused, and what is done once it is saved. */
import { nanoid } from 'nanoid'
import { useEffect, useState } from 'react'
import type { FormSave } from '#src/stores/form-saves.ts'

export function useFormSave(
  /** What this tab sent last, by this form or by another. */
  last: FormSave | null,
  onSaved: () => void,
): {
  readonly sending: boolean
  readonly refusal: string | null
  /** Begins a try, and says by which key it is answered. */
  readonly begin: () => string
} {
  const [formKey, setFormKey] = useState('')
  const own = last?.formKey === formKey ? last : null
  const saved = own?.phase === 'saved'
  useEffect(() => {
    if (saved) onSaved()
  }, [saved, onSaved])
  const begin = () => {
    const key = nanoid()
    setFormKey(key)
    return key
  }
  return { sending: own?.phase === 'sending', refusal: own?.message ?? null, begin }
}
