import { Menu as Parts, Portal } from '@chakra-ui/react'
import { type ReactElement, useRef } from 'react'
import { Icon } from './icon.tsx'
import { Kbd } from './kbd.tsx'
import type { MenuItem, MenuProps } from './menu.tsx'
import { menuRecipe } from './menu-recipe.ts'
import type { Opened } from './on-demand.tsx'

/** A menu with its list: open at first, because somebody has asked for it. */
export function MenuList({
  trigger,
  begins,
  groups,
  head,
  stays = false,
  end = false,
}: MenuProps & Opened): ReactElement {
  const shown = groups.filter((group) => group.items.length > 0)
  const all = shown.flatMap((group) => group.items)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useRef(true)
  // The library gives the list the focus in a later frame: closed before it, the list would take it along as it goes.
  const giveBack = () => {
    if (!isOpen.current) button.current?.focus({ preventScroll: true })
  }
  return (
    <Parts.Root
      recipe={menuRecipe}
      positioning={{ placement: end ? 'bottom-end' : 'bottom-start', gutter: 4 }}
      onSelect={({ value }) => {
        // A dialog that the item opens gives the focus back to where it was: to the button, for the item is gone by then.
        if (!stays) button.current?.focus({ preventScroll: true })
        all.find((item) => item.id === value)?.run()
      }}
      closeOnSelect={!stays}
      defaultOpen
      onOpenChange={({ open }) => {
        isOpen.current = open
      }}
      {...highlighted(begins, all)}
      lazyMount
      unmountOnExit
    >
      <Parts.Trigger asChild ref={button}>
        {trigger}
      </Parts.Trigger>
      <Portal>
        <Parts.Positioner>
          <Parts.Content onFocus={giveBack}>
            {head}
            {shown.map((group, at) => (
              <Parts.ItemGroup key={group.label ?? group.items[0]?.id ?? at}>
                {at > 0 && <Parts.Separator />}
                {group.label !== undefined && <Parts.ItemGroupLabel>{group.label}</Parts.ItemGroupLabel>}
                {group.items.map((item) => (
                  <Parts.Item
                    key={item.id}
                    value={item.id}
                    {...(stays && { role: 'menuitemcheckbox', 'aria-checked': item.checked === true })}
                  >
                    {item.icon && <Icon name={item.icon} />}
                    <Parts.ItemText>
                      {item.label}
                      {item.note !== undefined && (
                        <span style={{ display: 'block', color: 'var(--af-colors-faint)', fontSize: 12 }}>
                          {item.note}
                        </span>
                      )}
                    </Parts.ItemText>
                    {item.checked === true && <Icon name="check" {...(!stays && { title: 'chosen' })} />}
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

/** The item that the keyboard asked for. */
function highlighted(
  begins: Opened['begins'],
  items: readonly MenuItem[],
): { readonly defaultHighlightedValue?: string } {
  const item = begins === null ? undefined : items.at(begins === 'first' ? 0 : -1)
  return item === undefined ? {} : { defaultHighlightedValue: item.id }
}
