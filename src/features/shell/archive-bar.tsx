/** Over every page of an archived project: nothing in it changes. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router-dom'
import { $project } from '#src/stores/selection.ts'
import { useWho } from '../session/who.ts'
import { Icon } from '../ui/icon.tsx'
import { Ago } from '../ui/time.tsx'

export function ArchiveBar(): ReactElement | null {
  const at = useUnit($project)?.archivedAt ?? null
  const who = useWho()
  if (at === null) return null
  return (
    <chakra.div
      role="status"
      data-testid="archive-bar"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="2"
      px="3"
      py="1.5"
      flexShrink={0}
      background="selected"
      color="accentInk"
      borderBottomWidth="1px"
      borderColor="line"
    >
      <Icon name="lock" />
      <chakra.span flex="1" minWidth="240px">
        {who.projectName} is archived (<Ago at={at} />
        ): it can be read, searched and exported, and not changed.
      </chakra.span>
      {who.can('project.archive') && <Link to="/overview/ProjectSetting">Archive and restore</Link>}
    </chakra.div>
  )
}
