import { createContext, useContext } from 'react'
import type { Reported } from '../reporting/reported.js'

/** Opens the question whether to block somebody. */
export const BlockingContext = createContext<((about: Reported) => void) | null>(null)

export const useBlocking = (): ((about: Reported) => void) => {
  const begin = useContext(BlockingContext)
  if (!begin) throw new Error('useBlocking needs a BlockingProvider above it.')
  return begin
}
