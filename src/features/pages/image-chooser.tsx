/** Chooses whose pages are shown: the document's own, or those of a production that has it. */
import { useUnit } from 'effector-react'
import type { ReactElement } from 'react'
import { originalImage } from '#contracts/pages.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { chooseImages } from '#src/commands/pages.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'

type ImageType = typeof originalImage

export function ImageChooser({
  types,
  chosen,
}: {
  readonly types: readonly ImageType[]
  readonly chosen: ImageType
}): ReactElement {
  const run = useUnit(dispatch)
  return (
    <Menu
      trigger={
        <Button size="sm" look="quiet" aria-label={`Pages of: ${chosen.name}`} maxWidth="180px">
          <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{chosen.name}</span>
          <Icon name="down" size={12} />
        </Button>
      }
      groups={[
        {
          items: types.map(({ productionId, name }) => ({
            ...{ id: String(productionId), label: name, checked: productionId === chosen.productionId },
            run: () =>
              run(
                chooseImages({
                  productionId: productionId === originalImage.productionId ? null : productionId,
                }),
              ),
          })),
        },
      ]}
    />
  )
}
