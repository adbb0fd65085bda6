/** How dialogs look. Given to each by hand, and not with the others: most screens show none, and the sign-in page never. */
import { defineSlotRecipe } from '@chakra-ui/react'

export const dialogRecipe = defineSlotRecipe({
  className: 'af-dialog',
  slots: [
    'trigger',
    'backdrop',
    'positioner',
    'content',
    'title',
    'description',
    'closeTrigger',
    'header',
    'body',
    'footer',
  ],
  base: {
    backdrop: { position: 'fixed', inset: 0, background: 'shade', zIndex: 'overlay' },
    positioner: {
      position: 'fixed',
      inset: 0,
      zIndex: 'modal',
      display: 'flex',
      justifyContent: 'center',
      alignItems: 'flex-start',
      overflow: 'auto',
      px: '4',
      pt: 'min(14vh, 120px)',
      pb: '4',
      // What has the focus is not left behind the buttons.
      scrollPaddingBottom: '72px',
    },
    content: {
      width: 'full',
      background: 'raised',
      borderRadius: 'lg',
      boxShadow: 'pop',
      display: 'flex',
      flexDirection: 'column',
      outline: 'none',
      minHeight: 0,
    },
    header: { px: '5', pt: '4', pb: '1', display: 'flex', alignItems: 'center', gap: '2' },
    title: { fontSize: 'lg', fontWeight: 600, flex: 1 },
    description: { color: 'muted' },
    body: { px: '5', py: '3', display: 'flex', flexDirection: 'column', gap: '4' },
    // In view also where the dialog is higher than the window.
    footer: {
      position: 'sticky',
      bottom: 0,
      zIndex: 1,
      px: '5',
      pt: '2',
      pb: '4',
      display: 'flex',
      justifyContent: 'flex-end',
      gap: '2',
      background: 'raised',
      borderBottomRadius: 'lg',
    },
  },
  variants: {
    size: {
      sm: { content: { maxWidth: '400px' } },
      md: { content: { maxWidth: '520px' } },
      lg: { content: { maxWidth: '680px' } },
    },
  },
  defaultVariants: { size: 'md' },
})
