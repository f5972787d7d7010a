import type { OwnSessions } from '@kla/proto/web'
import { Link } from 'react-router'
import { clearAge } from '../../entities/age/age-flag.js'
import { api } from '../../shared/api/api.js'
import { errorText } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import styles from './devices-panel.module.css'
import { Loaded } from './loaded.js'

const FAILED = "That didn't work. Try again."

/** Reloads, so that no player data stays in the page. */
const goHome = () => {
  clearAge()
  window.location.assign(PATHS.home)
}

export const CameraPanel = () => (
  <Panel
    title="Camera and microphone"
    aside={
      <Link className={buttonClass()} to={PATHS.ready}>
        Set up
      </Link>
    }
  >
    <p className={styles.note}>Choose your camera, microphone and speaker, and test your connection.</p>
  </Panel>
)

export function SignInsPanel() {
  const query = useOwnSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [endAll, { isLoading }] = useEndAllSessionsMutation()

  const logOutEverywhere = async () => {
    const { error } = await endAll()
    if (error) toastError(errorText(error, FAILED))
    else goHome()
  }
  return (
    <Panel title="Where you’re logged in">
      <p className={styles.note}>Don’t recognise one? Log it out. You have to log in again after 90 days.</p>
      <Loaded query={query} what="your sign-ins" height="8rem">
        {(sessions) => (
          <ul aria-label="Sign-ins">
            {sessions.map((session) => (
              <SignIn key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
      <Button busy={isLoading} onClick={() => void logOutEverywhere()}>
        Log out everywhere
      </Button>
    </Panel>
  )
}

function SignIn({ session: { id, device, signed_in_at, last_seen_at, current } }: { session: OwnSession }) {
  const [end, { isLoading }] = useEndSessionMutation()
  const name = device || 'Unknown device'
  const logOut = async () => {
    const { error } = await end(id)
    if (error) toastError(errorText(error, FAILED))
    else if (current) goHome()
    else toastSuccess(`${name} is logged out`)
  }
  return (
    <li className={styles.entry}>
      <div className={styles.about}>
        <p className={styles.name}>
          {name} {current && <span className={styles.current}>This device</span>}
        </p>
        <p className={styles.times}>
          Last seen <RelativeTime at={last_seen_at} /> · Logged in <RelativeTime at={signed_in_at} />
        </p>
      </div>
      <Button busy={isLoading} aria-label={`Log out ${name}`} onClick={() => void logOut()}>
        Log out
      </Button>
    </li>
  )
}

type OwnSession = OwnSessions['sessions'][number]

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    ownSessions: build.query<OwnSession[], void>({
      query: () => 'user/sessions',
      transformResponse: (answer: OwnSessions) => answer.sessions,
      providesTags: ['Devices'],
    }),
    endSession: build.mutation<void, string>({
      query: (id) => ({ url: `user/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Devices'],
    }),
    endAllSessions: build.mutation<void, void>({ query: () => ({ url: 'user/sessions', method: 'DELETE' }) }),
  }),
})

const { useOwnSessionsQuery, useEndSessionMutation, useEndAllSessionsMutation } = sessionsApi
