/** What a builder does to the form that is built: edits go as commands, and are all undone the same way. */
import { useUnit } from 'effector-react'
import { useCallback } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { editForm } from '#src/commands/forms.ts'
import type { BuildEdit } from '#src/events/forms/build.ts'

export type Edit = (edit: BuildEdit | null) => void

export function useEdit(key: string): Edit {
  const run = useUnit(dispatch)
  return useCallback(
    (edit) => {
      if (edit !== null) run(editForm({ key, edit }))
    },
    [run, key],
  )
}
