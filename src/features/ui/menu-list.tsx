import { Menu as Parts, Portal } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import type { MenuProps } from './menu.tsx'

/** A menu with its list: open at first, because somebody has asked for it. */
export function MenuList({ trigger, groups, head, end = false }: MenuProps): ReactElement {
  const shown = groups.filter((group) => group.items.length > 0)
  const all = shown.flatMap((group) => group.items)
  return (
    <Parts.Root
      positioning={{ placement: end ? 'bottom-end' : 'bottom-start', gutter: 4 }}
      onSelect={({ value }) => all.find((item) => item.id === value)?.run()}
      defaultOpen
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
