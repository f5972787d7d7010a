import { useEffect } from 'react'
import { toastError } from '../../../shared/ui/toast.js'
import { errorText } from '../../../shared/api/errors.js'

/** A toast for each failure of a call that shows something: the server's words, or else these. */
export function useToldFailure(error: unknown, fallback: string) {
  useEffect(() => {
    if (error) toastError(errorText(error, fallback))
  }, [error, fallback])
}
