import { isVisible } from '@kla/proto/web'
import { useState } from 'react'
import { newId } from '../../shared/browser/new-id.js'

/** Focuses the first invalid field, once rendered as such. */
export const focusFirstInvalid = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

/** Idempotency ids: equal content keeps its id until `done`, so retries take effect once. */
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

/** True if only spaces and invisible characters remain. */
export const isBlank = (text: string): boolean => !isVisible(text)
