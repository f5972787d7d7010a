import { isVisible } from '@kla/proto/web'

/** Focuses the first invalid field, once rendered as such. */
export const focusFirstInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** True if only spaces and invisible characters remain. */
export const isBlank = (text: string): boolean => !isVisible(text)
