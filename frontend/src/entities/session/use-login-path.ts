import { useLocation } from 'react-router'
import { loginPath } from './login-path.js'

/** Where 'Login with Discord' leads from here: to the login, and back to this very screen. */
export const useLoginPath = () => {
  const { pathname, search } = useLocation()
  return loginPath(pathname + search)
}
