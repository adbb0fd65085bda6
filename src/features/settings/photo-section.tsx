/** One's own photo: chosen from a file, shown, removed. */
import { chakra } from '@chakra-ui/react'
import { useUnit } from 'effector-react'
import { type ReactElement, useRef } from 'react'
import { dispatch } from '#src/commands/dispatch.ts'
import { savePhoto } from '#src/commands/profile.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Section } from '../ui/page.tsx'

export function PhotoSection({ photo }: { readonly photo: string | null }): ReactElement {
  const run = useUnit(dispatch)
  const input = useRef<HTMLInputElement>(null)
  return (
    <Section title="Photo" padded>
      <chakra.div display="flex" alignItems="center" gap="4">
        <chakra.div
          width="64px"
          height="64px"
          borderRadius="full"
          overflow="hidden"
          background="accentGround"
          color="accentInk"
          display="flex"
          alignItems="center"
          justifyContent="center"
          flexShrink={0}
        >
          {photo === null ? (
            <Icon name="user" size={28} />
          ) : (
            <chakra.img src={photo} alt="You" width="full" height="full" objectFit="cover" />
          )}
        </chakra.div>
        <chakra.div display="flex" flexDirection="column" gap="2" alignItems="flex-start">
          <chakra.div display="flex" gap="2">
            <Button onClick={() => input.current?.click()}>
              {photo === null ? 'Choose a photo …' : 'Choose another …'}
            </Button>
            {photo !== null && (
              <Button look="quiet" onClick={() => run(savePhoto({ removed: true, picture: '' }))}>
                Remove
              </Button>
            )}
          </chakra.div>
          <chakra.p fontSize="xs" color="muted">
            It is shown at the top right. Its middle is cut out and made small before it is sent.
          </chakra.p>
        </chakra.div>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          aria-label="Photo"
          hidden
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            currentTarget.value = ''
            if (file !== undefined) run(savePhoto({ removed: false, picture: URL.createObjectURL(file) }))
          }}
        />
      </chakra.div>
    </Section>
  )
}
