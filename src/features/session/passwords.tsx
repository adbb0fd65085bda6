/** Passwords of a form are hidden until their writer wants to see them. They never leave the form but in a command's secret. */
import { type ReactElement, useState } from 'react'
import { LinkButton } from './link-button.tsx'

/**
 * `type`: of the form's password inputs. `toggle` stands after what sends the form, so that the Tab key leads from one
 * input to the next and on to sending.
 */
export function usePasswords(name = 'the password'): {
  readonly type: 'text' | 'password'
  readonly toggle: ReactElement
} {
  const [shown, setShown] = useState(false)
  return {
    type: shown ? 'text' : 'password',
    toggle: (
      <LinkButton onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'} {name}
      </LinkButton>
    ),
  }
}
