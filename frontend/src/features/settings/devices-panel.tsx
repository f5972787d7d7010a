import type { OwnSessions } from '@kla/proto/web'
import { useDispatch } from 'react-redux'
import { Link } from 'react-router'
import { forgetPlayer } from '../../entities/session/forget-player.js'
import { loggedOut } from '../../entities/session/session-slice.js'
import { api } from '../../shared/api/api.js'
import { errorText } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Resettling } from '../../shared/ui/settling.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { CAMERA, SETTINGS, SIGN_INS } from '../../texts/settings.js'
import styles from './devices-panel.module.css'
import entries from './entries.module.css'
import { Loaded } from './loaded.js'

/** Reloads, so that no player data stays in the page, not even for the way back. */
function useGoHome() {
  const dispatch = useDispatch()
  return () => {
    forgetPlayer()
    dispatch(loggedOut())
    window.location.assign(PATHS.home)
  }
}

export const CameraPanel = () => (
  <Panel
    title={CAMERA.title}
    aside={
      <Link className={buttonClass()} to={PATHS.ready}>
        {CAMERA.setUp}
      </Link>
    }
  >
    <p className={entries.note}>{CAMERA.note}</p>
  </Panel>
)

export function SignInsPanel() {
  const query = useOwnSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [endAll, { isLoading }] = useEndAllSessionsMutation()
  const goHome = useGoHome()

  const logOutEverywhere = async () => {
    const { error } = await endAll()
    if (error) toastError(errorText(error, SETTINGS.actFailed))
    else goHome()
  }
  return (
    <Panel title={SIGN_INS.title}>
      <Resettling meaning={query.data?.map(({ id }) => id).join() ?? ''}>
        <p className={entries.note}>{SIGN_INS.note}</p>
        <Loaded query={query} texts={SIGN_INS} height="8rem">
          {(sessions) => (
            <ul aria-label={SIGN_INS.listLabel}>
              {sessions.map((session) => (
                <SignIn key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
        <Button busy={isLoading} onClick={() => void logOutEverywhere()}>
          {SIGN_INS.logOutEverywhere}
        </Button>
      </Resettling>
    </Panel>
  )
}

function SignIn({ session: { id, device, signed_in_at, last_seen_at, current } }: { session: OwnSession }) {
  const [end, { isLoading, isSuccess }] = useEndSessionMutation()
  const goHome = useGoHome()
  const name = device || SIGN_INS.unknownDevice
  const logOut = async () => {
    const { error } = await end(id)
    if (error) toastError(errorText(error, SETTINGS.actFailed))
    else if (current) goHome()
    else toastSuccess(SIGN_INS.loggedOut({ device: name }))
  }
  return (
    <li className={entries.row}>
      <div className={entries.about}>
        <p className={entries.name}>
          {name} {current && <span className={styles.current}>{SIGN_INS.thisDevice}</span>}
        </p>
        <p className={entries.times}>
          {SIGN_INS.times({
            seen: () => <RelativeTime at={last_seen_at} />,
            since: () => <RelativeTime at={signed_in_at} />,
          })}
        </p>
      </div>
      <Button
        busy={isLoading || isSuccess}
        aria-label={SIGN_INS.logOutOf({ device: name })}
        onClick={() => void logOut()}
      >
        {SIGN_INS.logOut}
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
