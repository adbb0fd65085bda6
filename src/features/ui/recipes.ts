/** How the primitives look. Only what is used is here: a recipe left out would leave its component bare. */
import { defineRecipe } from '@chakra-ui/react'

/** Not of a button that cannot be pressed. */
const hovered = '&:hover:not(:disabled, [aria-disabled=true])'

export const buttonRecipe = defineRecipe({
  className: 'af-button',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '1.5',
    flexShrink: 0,
    whiteSpace: 'nowrap',
    userSelect: 'none',
    fontWeight: 500,
    borderRadius: 'md',
    borderWidth: '1px',
    borderColor: 'transparent',
    transition: 'background 100ms, border-color 100ms, color 100ms',
    _disabled: { opacity: 0.55 },
    textDecoration: 'none !important',
  },
  variants: {
    look: {
      primary: {
        background: 'accent',
        color: 'onAccent',
        [hovered]: { background: 'accentHover' },
      },
      plain: {
        background: 'surface',
        color: 'ink',
        borderColor: 'control',
        [hovered]: { background: 'hover' },
      },
      quiet: {
        background: 'transparent',
        color: 'muted',
        [hovered]: { background: 'hover', color: 'ink' },
        '&[aria-pressed=true], &[aria-expanded=true]': { background: 'selected', color: 'accentInk' },
      },
      danger: {
        background: 'danger',
        color: 'onDanger',
        [hovered]: { filter: 'brightness(0.92)' },
      },
    },
    size: {
      sm: { height: '26px', px: '2', fontSize: 'xs' },
      md: { height: 'formRow', px: '3', fontSize: 'sm' },
      lg: { height: '38px', px: '4', fontSize: 'md' },
      icon: { height: '28px', width: '28px', p: 0 },
    },
  },
  defaultVariants: { look: 'plain', size: 'md' },
})

export const inputRecipe = defineRecipe({
  className: 'af-input',
  base: {
    width: 'full',
    minWidth: 0,
    height: 'formRow',
    px: '2',
    fontSize: 'sm',
    color: 'ink',
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'control',
    borderRadius: 'md',
    transition: 'border-color 100ms',
    _hover: { borderColor: 'muted' },
    _focusVisible: {
      outline: '2px solid',
      outlineColor: 'focus',
      outlineOffset: '-1px',
      borderColor: 'focus',
    },
    '&[aria-invalid=true]': { borderColor: 'dangerBar' },
    _disabled: { background: 'sunken', color: 'faint' },
    '&[readonly]': { background: 'sunken' },
  },
  variants: {
    size: { md: {}, lg: { height: '38px', px: '3', fontSize: 'md' } },
  },
  defaultVariants: { size: 'md' },
})

export const badgeRecipe = defineRecipe({
  className: 'af-badge',
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    height: '20px',
    px: '1.5',
    borderRadius: 'sm',
    fontSize: 'xs',
    fontWeight: 500,
    whiteSpace: 'nowrap',
  },
  variants: {
    tone: {
      neutral: { background: 'sunken', color: 'muted' },
      accent: { background: 'accentGround', color: 'accentInk' },
      ok: { background: 'okGround', color: 'okInk' },
      attention: { background: 'attentionGround', color: 'attentionInk' },
      danger: { background: 'dangerGround', color: 'dangerInk' },
      info: { background: 'infoGround', color: 'infoInk' },
    },
  },
  defaultVariants: { tone: 'neutral' },
})
