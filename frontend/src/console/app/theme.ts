import { browserMemory } from '../../shared/browser/memory.js'

export const THEMES = ['system', 'dark', 'light'] as const
/** Colour theme; `system` follows the operating system. */
export type Theme = (typeof THEMES)[number]

const KEY = 'console-theme'
const LIGHT = '(prefers-color-scheme: light)'

export const readTheme = (): Theme => {
  const kept = browserMemory('localStorage').getItem(KEY)
  return THEMES.find((theme) => theme === kept) ?? 'system'
}

const show = (theme: Theme) => {
  const light = theme === 'light' || (theme === 'system' && window.matchMedia(LIGHT).matches)
  document.documentElement.dataset.theme = light ? 'light' : 'dark'
}

export const chooseTheme = (theme: Theme) => {
  browserMemory('localStorage').setItem(KEY, theme)
  show(theme)
}

export const followTheme = () => {
  show(readTheme())
  window.matchMedia(LIGHT).addEventListener('change', () => show(readTheme()))
}
