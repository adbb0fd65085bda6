/** What roles may do. */
import { chakra } from '@chakra-ui/react'
import type { ReactElement } from 'react'
import { capabilities, type Extent, extentOf, roleNames, roleRanks } from '#contracts/permission.ts'
import { Icon } from '../ui/icon.tsx'
import { Section } from '../ui/page.tsx'
import { capabilityWords } from './capability-words.ts'
import { roleWords } from './roles.ts'

/** A shade at the edge beyond which there is more; a cover of the surface's colour goes with the content and hides it. */
const scrollStyles = {
  background: `
    linear-gradient(to left, {colors.surface} 60%, transparent) right / 32px 100% no-repeat local,
    linear-gradient(to left, {colors.shade}, transparent) right / 12px 100% no-repeat scroll`,
}

/** How far a role may, where that is less than always. */
const limits: Readonly<Partial<Record<Extent, string>>> = {
  support: 'support access',
  batches: 'batches',
  own: 'own',
  granted: 'if granted',
}

function Allowed({ extent }: { readonly extent: Extent }): ReactElement {
  if (extent === 'no') return <chakra.span srOnly>no</chakra.span>
  const limit = limits[extent]
  return limit === undefined ? (
    <Icon name="check" title="yes" />
  ) : (
    <chakra.span fontSize="xs" color="muted">
      {limit}
    </chakra.span>
  )
}

/** From the table by which the server decides. */
export function RoleTable({ strongest }: { readonly strongest: number }): ReactElement {
  const roles = roleNames.filter((role) => roleRanks[role] >= strongest)
  const held = capabilities.filter((capability) => roles.some((role) => extentOf(role, capability) !== 'no'))
  return (
    <Section title="Roles and what they may do">
      {/* Wider than a small window: it is seen that there is more, and the keys can scroll it. */}
      <chakra.div
        overflowX="auto"
        css={scrollStyles}
        tabIndex={0}
        role="region"
        aria-label="Table of roles"
        _focusVisible={{ outlineOffset: '-2px' }}
      >
        <chakra.table width="full" aria-label="Roles and what they may do">
          <thead>
            <tr>
              <chakra.th
                scope="col"
                textAlign="start"
                px="4"
                height="row"
                fontSize="xs"
                color="faint"
                position="sticky"
                left="0"
                zIndex={1}
                background="surface"
              >
                May
              </chakra.th>
              {roles.map((role) => (
                <chakra.th
                  key={role}
                  scope="col"
                  textAlign="center"
                  px="2"
                  fontSize="xs"
                  color="faint"
                  fontWeight={600}
                  lineHeight="16px"
                  py="2"
                  maxWidth="96px"
                >
                  {roleWords(role)}
                </chakra.th>
              ))}
            </tr>
          </thead>
          <tbody>
            {held.map((capability) => (
              <chakra.tr key={capability} borderTopWidth="1px" borderColor="line">
                <chakra.th
                  scope="row"
                  textAlign="start"
                  px="4"
                  height="row"
                  fontWeight={400}
                  minWidth={{ base: '140px', md: '180px' }}
                  position="sticky"
                  left="0"
                  zIndex={1}
                  background="surface"
                >
                  {capabilityWords[capability]}
                </chakra.th>
                {roles.map((role) => (
                  <chakra.td
                    key={role}
                    textAlign="center"
                    color="okInk"
                    // What is said to screen readers stands off the flow: without this it would widen the page.
                    position="relative"
                    css={{ '& svg': { marginInline: 'auto' } }}
                  >
                    <Allowed extent={extentOf(role, capability)} />
                  </chakra.td>
                ))}
              </chakra.tr>
            ))}
          </tbody>
        </chakra.table>
      </chakra.div>
    </Section>
  )
}
