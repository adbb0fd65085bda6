/** A refusal as it is seen: comes and goes softly, flashes once where it is said again, and can be closed. */
import { chakra } from '@chakra-ui/react'
import { AnimatePresence } from 'framer-motion'
import * as m from 'framer-motion/m'
import { type ReactElement, useState } from 'react'
import type { Refusal } from '../../stores/refusals.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Motion, useMotion } from '../ui/motion.tsx'

const soft = { duration: 0.15 }

interface RefusalProps {
  readonly said: Refusal | null
  readonly onClose: () => void
}

export const RefusalWords = ({ said, onClose }: RefusalProps): ReactElement => (
  <Motion of="animated">
    <Words said={said} onClose={onClose} />
  </Motion>
)

function Words({ said, onClose }: RefusalProps): ReactElement {
  const [shown, setShown] = useState(said)
  const [repeated, setRepeated] = useState(false)
  if (shown?.id !== said?.id) {
    setShown(said)
    setRepeated(shown !== null && said !== null)
  }
  const { unmoved, still } = useMotion()
  return (
    <AnimatePresence initial={!still}>
      {said && (
        <m.div
          key="refusal"
          initial={unmoved ? false : { opacity: 0 }}
          animate={{ opacity: 1 }}
          exit={{ opacity: 0 }}
          transition={still ? { duration: 0 } : soft}
          style={{ minWidth: 0 }}
        >
          <chakra.div
            // What is said again is new to those who listen, too.
            key={said.id}
            data-refusal={said.id}
            data-repeated={repeated || undefined}
            position="relative"
            overflow="hidden"
            display="flex"
            alignItems="flex-start"
            gap="2"
            px="2"
            py="1"
            fontSize="sm"
            color="ink"
            background="raised"
            borderWidth="1px"
            borderColor="attentionBar"
            borderRadius="md"
            boxShadow="pop"
          >
            {repeated && !still && (
              <m.div
                aria-hidden
                initial={{ opacity: 1 }}
                animate={{ opacity: 0 }}
                transition={{ duration: 0.6 }}
                style={{
                  position: 'absolute',
                  inset: 0,
                  background: 'var(--af-colors-attention-ground)',
                }}
              />
            )}
            <chakra.span color="attentionInk" position="relative" pt="2px" flexShrink={0}>
              <Icon name="info" size={14} />
            </chakra.span>
            <chakra.span position="relative" overflowWrap="anywhere" minWidth="0">
              {said.reason}
            </chakra.span>
            {/* What lies below can still be pressed, all around it. */}
            <chakra.span position="relative" flexShrink={0} my="-1" mr="-1" pointerEvents="auto">
              <IconButton icon="close" label="Close" onClick={onClose} />
            </chakra.span>
          </chakra.div>
        </m.div>
      )}
    </AnimatePresence>
  )
}
