import { PATHS } from '../../shared/config/paths.js'
import { clearAge } from '../../entities/age/age-flag.js'
import { forgetWish } from '../../entities/matching/wish.js'
import { useLogOutMutation } from '../../entities/session/session-api.js'

/** Ends the session. The page is loaded anew afterwards, so that nothing of the person stays in it. */
export const useLogOut = () => {
  const [post, { isLoading, isSuccess }] = useLogOutMutation()
  const logOut = async () => {
    try {
      await post().unwrap()
      clearAge()
      forgetWish()
      window.location.assign(PATHS.home)
    } catch (error) {
      console.error('Logout failed', (error as { status?: unknown }).status)
    }
  }
  return { logOut: () => void logOut(), loggingOut: isLoading || isSuccess }
}
