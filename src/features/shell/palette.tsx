/** All that can be done, found by typing a part of it. */
import { type ReactElement, useCallback } from 'react'
import { type Action, useAllActions } from '../ui/actions.tsx'
import { Finder, ranked } from '../ui/finder.tsx'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'

const maxShown = 60

export function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const actions = useAllActions()
  const find = useCallback((text: string) => findActions(actions, text).slice(0, maxShown), [actions])
  return (
    <Finder
      label="Commands"
      ask="Find a command"
      placeholder="Find a command or a screen"
      find={find}
      keyOf={({ id }) => id}
      show={shown}
      none={(text) => `Nothing is called “${text}”.`}
      onChoose={(action) => action.run()}
      onClose={onClose}
    />
  )
}

const shown = (action: Action): ReactElement => (
  <>
    <span className="icon">{action.icon && <Icon name={action.icon} />}</span>
    <span className="label">{action.label}</span>
    <span className="aside">{action.group}</span>
    {action.keys !== undefined && <Kbd keys={action.keys} />}
  </>
)

/** By label and group; what is not worth a line is left out. */
export const findActions = (actions: readonly Action[], text: string): readonly Action[] =>
  ranked(
    actions.filter((action) => action.hidden !== true),
    ({ label, group }) => `${label} ${group}`,
    text,
  )
