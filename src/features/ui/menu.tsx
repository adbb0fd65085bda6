import { Menu as Parts, Portal } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import { Kbd } from './kbd.tsx'

export interface MenuItem {
  readonly id: string
  readonly label: string
  readonly icon?: IconName | undefined
  /** Shown at its right; the same registry that the keyboard reads. */
  readonly keys?: string | undefined
  /** Second line. */
  readonly note?: string | undefined
  readonly checked?: boolean | undefined
  readonly run: () => void
}
export interface MenuGroup {
  readonly label?: string | undefined
  readonly items: readonly MenuItem[]
}

/** A button with a list under it: arrows, type-ahead, Escape. */
export function Menu({
  trigger,
  groups,
  head,
  end = false,
}: {
  readonly trigger: ReactElement
  readonly groups: readonly MenuGroup[]
  readonly head?: ReactNode
  /** Aligned with the trigger's right edge. */
  readonly end?: boolean
}): ReactElement {
  const shown = groups.filter((group) => group.items.length > 0)
  const all = shown.flatMap((group) => group.items)
  return (
    <Parts.Root
      positioning={{ placement: end ? 'bottom-end' : 'bottom-start', gutter: 4 }}
      onSelect={({ value }) => all.find((item) => item.id === value)?.run()}
      lazyMount
      unmountOnExit
    >
      <Parts.Trigger asChild>{trigger}</Parts.Trigger>
      <Portal>
        <Parts.Positioner>
          <Parts.Content>
            {head}
            {shown.map((group, at) => (
              <Parts.ItemGroup key={group.label ?? group.items[0]?.id ?? at}>
                {at > 0 && <Parts.Separator />}
                {group.label !== undefined && <Parts.ItemGroupLabel>{group.label}</Parts.ItemGroupLabel>}
                {group.items.map((item) => (
                  <Parts.Item key={item.id} value={item.id}>
                    {item.icon && <Icon name={item.icon} />}
                    <Parts.ItemText>
                      {item.label}
                      {item.note !== undefined && (
                        <span style={{ display: 'block', color: 'var(--af-colors-faint)', fontSize: 12 }}>
                          {item.note}
                        </span>
                      )}
                    </Parts.ItemText>
                    {item.checked === true && <Icon name="check" title="chosen" />}
                    {item.keys !== undefined && <Kbd keys={item.keys} />}
                  </Parts.Item>
                ))}
              </Parts.ItemGroup>
            ))}
          </Parts.Content>
        </Parts.Positioner>
      </Portal>
    </Parts.Root>
  )
}
