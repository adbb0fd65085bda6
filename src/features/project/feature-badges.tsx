import { chakra } from '@chakra-ui/react'
import type { ReactElement, ReactNode } from 'react'
import type { Project } from '#contracts/project.ts'
import { Badge } from '../ui/badge.tsx'

const words: Readonly<Record<string, string>> = { codingforms: 'Coding forms' }

/** A project's features, on and off; one that is not known is called as it is written. */
export function FeatureBadges({
  features,
  children,
}: {
  readonly features: Project['features']
  readonly children?: ReactNode
}): ReactElement {
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {features.map(({ name, enabled }) => (
        <Badge key={name} tone={enabled ? 'ok' : 'neutral'} icon={enabled ? 'check' : 'minus'}>
          {words[name.toLowerCase()] ?? name}: {enabled ? 'on' : 'off'}
        </Badge>
      ))}
      {children}
    </chakra.div>
  )
}
