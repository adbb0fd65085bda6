/** The product's own small design system: tokens, both themes, and only the recipes that are used. */
import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'
import { dark, light, type Palette } from './palette.ts'

/** In px; a style may name them as `sm`, `md` … */
export const breakpoints = { xs: 320, sm: 600, md: 900, lg: 1200, xl: 1500 } as const

const sans =
  '-apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif'
const mono =
  'ui-monospace, "SF Mono", SFMono-Regular, "Cascadia Mono", Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace'

const px = (value: number) => ({ value: `${value}px` })
const grid = Object.fromEntries(
  [0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 14, 16, 20, 24].map((step) => [step, px(step * 4)]),
)

const colours = Object.fromEntries(
  (Object.keys(light) as (keyof Palette)[]).map((name) => [
    name,
    { value: { _light: light[name], _dark: dark[name] } },
  ]),
)

const config = defineConfig({
  preflight: true,
  cssVarsPrefix: 'af',
  globalCss: {
    'html, body, #root': { height: '100%' },
    html: { colorScheme: 'light', _dark: { colorScheme: 'dark' } },
    body: {
      fontFamily: 'sans',
      fontSize: 'sm',
      lineHeight: '1.45',
      color: 'ink',
      background: 'canvas',
      fontVariantNumeric: 'tabular-nums',
      textRendering: 'optimizeLegibility',
    },
    ':focus-visible': { outline: '2px solid', outlineColor: 'focus', outlineOffset: '1px' },
    '*::selection': { background: 'selected' },
    '::placeholder': { color: 'faint', opacity: 1 },
    a: { color: 'accentInk', textDecoration: 'none' },
    'a:hover': { textDecoration: 'underline' },
    // Within a sentence colour alone does not tell a link from the words around it.
    'p a': { textDecoration: 'underline' },
    'h1, h2, h3': { fontWeight: 600 },
    'button, [role=button]': { cursor: 'pointer' },
    'button:disabled, [aria-disabled=true]': { cursor: 'not-allowed' },
    '*': { scrollbarWidth: 'thin', scrollbarColor: 'var(--af-colors-control) transparent' },
    '*, *::before, *::after': {
      '@media (prefers-reduced-motion: reduce)': {
        animationDuration: '0.01ms !important',
        // Not merely short: any length makes a transition of every change of every property, and shows each a frame late.
        transitionDuration: '0s !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    breakpoints: Object.fromEntries(Object.entries(breakpoints).map(([name, w]) => [name, `${w}px`])),
    tokens: {
      fonts: { sans: { value: sans }, mono: { value: mono } },
      fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(20) },
      radii: { sm: px(3), md: px(5), lg: px(8), full: px(999) },
      spacing: grid,
      sizes: {
        ...grid,
        full: { value: '100%' },
        row: px(28),
        formRow: px(32),
        topBar: px(44),
        rail: px(48),
      },
      zIndex: {
        header: { value: 10 },
        overlay: { value: 100 },
        modal: { value: 110 },
        popover: { value: 120 },
        toast: { value: 130 },
        dropdown: { value: 120 },
        tooltip: { value: 125 },
      },
    },
    semanticTokens: {
      colors: colours,
      shadows: {
        pop: {
          value: {
            _light: '0 1px 2px rgba(20,25,36,.10), 0 8px 24px rgba(20,25,36,.14)',
            _dark: '0 0 0 1px rgba(255,255,255,.06), 0 8px 28px rgba(0,0,0,.6)',
          },
        },
      },
    },
  },
})

export const system = createSystem(defaultBaseConfig, config)
