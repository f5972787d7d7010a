/** A menu or tray that Escape closes carries this attribute while it is open. */
export const ESCAPE_CLOSES = { 'data-escape-closes': '' } as const

const ALWAYS = ['dialog[open]', '[data-escape-closes]']
/** Selectors that older browsers do not know; one of them would make the whole selector invalid. */
const NEWER = [':popover-open', 'select:open']

const isKnown = (selector: string): boolean => CSS.supports(`selector(${selector})`)

/** Represents text that an input method is still composing. */
const COMPOSITION = {}

/** `keyCode` of an input method's key, in browsers that have ended the composition by then. */
const PROCESSED_KEY = 229

/** What an Escape may close instead of being a press for the panic exit. */
export function openLayers({ target, isComposing, keyCode }: KeyboardEvent): object[] {
  const layers: object[] = [...document.querySelectorAll([...ALWAYS, ...NEWER.filter(isKnown)].join())]
  if (document.fullscreenElement) layers.push(document.fullscreenElement)
  if (isComposing || keyCode === PROCESSED_KEY) layers.push(COMPOSITION)
  // Escape empties it.
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') layers.push(target)
  return layers
}
