/** The keys of this screen, and the switch that turns single ones off. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { setSingleKeys } from '#src/commands/shell.ts'
import { $singleKeys } from '#src/stores/shell.ts'
import { useAllActions } from '../ui/actions.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/input.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { isSingle } from '../ui/keys.ts'

export function KeyList({
  open,
  onClose,
}: {
  readonly open: boolean
  readonly onClose: () => void
}): ReactElement {
  const actions = useAllActions().filter((action) => action.keys !== undefined)
  const [single, run] = useUnit([$singleKeys, dispatch])
  const groups = [...new Set(actions.map((action) => action.group))]
  return (
    <Dialog open={open} title="Keys of this screen" onClose={onClose} size="lg">
      <chakra.div
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}
        gap="5"
        maxHeight="56vh"
        overflowY="auto"
      >
        {groups.map((group) => (
          <chakra.section key={group}>
            <chakra.h3 fontSize="xs" color="faint" mb="1">
              {group}
            </chakra.h3>
            <chakra.dl>
              {actions
                .filter((action) => action.group === group)
                .map((action) => (
                  <chakra.div
                    key={action.id}
                    display="flex"
                    justifyContent="space-between"
                    gap="3"
                    py="1"
                    opacity={!single && isSingle(action.keys ?? '') ? 0.6 : 1}
                  >
                    <dt>{action.label}</dt>
                    <dd style={{ whiteSpace: 'nowrap' }}>
                      <Kbd keys={action.keysShown ?? action.keys ?? ''} />
                      {!single && isSingle(action.keys ?? '') && ' off'}
                    </dd>
                  </chakra.div>
                ))}
            </chakra.dl>
          </chakra.section>
        ))}
      </chakra.div>
      <Switch
        on={single}
        onTurn={(on) => run(setSingleKeys({ on }))}
        label="Single-letter keys"
        hint="Turn off if you dictate, or if letters pressed by mistake should do nothing. Keys with Ctrl or Alt stay."
      />
    </Dialog>
  )
}
