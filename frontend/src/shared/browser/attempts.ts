import { useState } from 'react'
import { newId } from './new-id.js'

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
