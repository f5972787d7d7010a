/** Inputs that take no letters: a key pressed on them is meant for the screen. */
const TAKES_NO_TEXT = 'input:is([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

/** Whether a key pressed there is text, or a choice in a list. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches(TAKES_NO_TEXT)))
