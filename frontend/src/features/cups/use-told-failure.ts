import { useEffect } from 'react'
import { toastError } from '../../shared/ui/toast.js'
import { errorText } from '../../shared/api/errors.js'

/** Tells each failure of a call once: in the server's words, or in ours where it had none. */
export const useToldFailure = (error: unknown, fallback: string) =>
  useEffect(() => {
    if (error) toastError(errorText(error, fallback))
  }, [error, fallback])
