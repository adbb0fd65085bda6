/** Over the form or the tags of whoever may not change them: why. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { roleRanks } from '#contracts/permission.ts'
import { $project } from '../../stores/selection.ts'
import { useWho } from '../session/who.ts'
import { Banner } from '../ui/banner.tsx'

export function NotAllowedNotice(): ReactElement {
  const archivedAt = useUnit($project)?.archivedAt ?? null
  const { rank } = useWho()
  return (
    <Banner data-testid="not-allowed" tone="accent">
      <p>
        {archivedAt !== null
          ? 'Read-only: this project is archived.'
          : rank < roleRanks.ClientAdmin
            ? 'Read-only: a support access shows coding and changes none.'
            : rank === roleRanks.ClientAdmin
              ? 'Read-only: client administrators code where they have a role in the project, and you have none in this one.'
              : 'Read-only: your role in this project shows coding and changes none.'}
      </p>
    </Banner>
  )
}
