/** Marks an open menu or tray that Escape closes. */
export const ESCAPE_CLOSES = { 'data-escape-closes': '' } as const

const ALWAYS = ['dialog[open]', '[data-escape-closes]']
/** Unknown to older browsers, where one would invalidate the whole selector. */
const NEWER = [':popover-open', 'select:open']

const isKnown = (selector: string): boolean => CSS.supports(`selector(${selector})`)

const COMPOSITION = {}

/** `keyCode` of an input method's key after composition has ended. */
const PROCESSED_KEY = 229

/** Lists what an Escape may close instead of counting for the panic exit. */
export function openLayers({ target, isComposing, keyCode }: KeyboardEvent): object[] {
  const layers: object[] = [...document.querySelectorAll([...ALWAYS, ...NEWER.filter(isKnown)].join())]
  if (document.fullscreenElement) layers.push(document.fullscreenElement)
  if (isComposing || keyCode === PROCESSED_KEY) layers.push(COMPOSITION)
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') layers.push(target)
  return layers
}
