import { useState } from 'react'

/** Brings whoever pressed a form's button to what has to be put right, once it is marked. */
export const focusFirstInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/**
 * Names for what is sent: the same content has the same name until it was done, so that trying again after an answer
 * was lost does it once. Other content is another thing, with another name.
 */
export const createAttempts = (newId: () => string) => {
  let last: { content: string; id: string } | null = null
  return {
    idOf: (content: unknown): string => {
      const written = JSON.stringify(content)
      if (last?.content !== written) last = { content: written, id: newId() }
      return last.id
    },
    /** It was done: the same again is another thing. */
    done: () => {
      last = null
    },
  }
}

/** UUIDs for what a form sends, for as long as the form is there. */
export const useAttempts = () => useState(() => createAttempts(() => crypto.randomUUID()))[0]
