import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { toastError } from '../../shared/ui/toast.js'
import { useSignOutMutation } from './session-api.js'
import { signedOut } from './session-slice.js'

/** Signs out: here in any case, and on the server where it answers. */
export function useLeave() {
  const dispatch = useDispatch()
  const [signOut] = useSignOutMutation()
  const [leaving, setLeaving] = useState(false)
  const leave = async () => {
    setLeaving(true)
    const { error } = await signOut()
    if (error && 'status' in error && error.status !== 401) {
      toastError('Signed out here. The server did not answer; the session ends there by itself.')
    }
    dispatch(signedOut())
  }
  return { leave, leaving }
}
