const TAKES_NO_TEXT = 'input:is([type="checkbox"], [type="radio"], [type="button"], [type="submit"])'

/** True if keys belong to this element. */
export const takesKeys = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (target.matches('input, textarea, select') && !target.matches(TAKES_NO_TEXT)))

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** Inserts at the caret of a text field as if typed. */
export function typeInto(target: EventTarget | null, text: string): void {
  if (text === '' || !isTextField(target) || target.readOnly) return
  const room = target.maxLength < 0 ? text.length : Math.max(0, target.maxLength - target.value.length)
  const { selectionStart, selectionEnd, value } = target
  target.setRangeText(text.slice(0, room), selectionStart ?? value.length, selectionEnd ?? value.length, 'end')
  target.dispatchEvent(new Event('input', { bubbles: true }))
}
