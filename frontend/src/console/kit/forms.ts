import { isVisible } from '@kla/proto/web'
import { useState } from 'react'
import { newId } from '../../shared/browser/new-id.js'

/** Focuses the first invalid field, after it was rendered as such. */
export const focusFirstInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** Idempotency ids: the same content keeps its id until `done`, so that a retry takes effect once. */
export const createAttempts = (createId: () => string) => {
  let last: { content: string; id: string } | null = null
  return {
    idOf: (content: unknown): string => {
      const written = JSON.stringify(content)
      if (last?.content !== written) last = { content: written, id: createId() }
      return last.id
    },
    done: () => {
      last = null
    },
  }
}

export const useAttempts = () => useState(() => createAttempts(newId))[0]

/** True if nothing is visible: only spaces, joiners and other invisible characters. */
export const isBlank = (text: string): boolean => !isVisible(text)
