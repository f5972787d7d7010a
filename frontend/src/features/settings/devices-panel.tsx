import type { OwnSessions } from '@kla/proto/web'
import { clearAge } from '../../entities/age/age-flag.js'
import { api } from '../../shared/api/api.js'
import { errorText } from '../../shared/api/errors.js'
import { PATHS } from '../../shared/config/paths.js'
import { whenWords } from '../../shared/time/when-words.js'
import { Button } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { Panel } from '../../shared/ui/panel.js'
import { Skeleton } from '../../shared/ui/skeleton.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import styles from './settings.module.css'

const FAILED = "That didn't work. Please try again."

/** Reloads, so that no player data stays in the page. */
const goHome = () => {
  clearAge()
  window.location.assign(PATHS.home)
}

export function DevicesPanel() {
  const { data, isError, isFetching, refetch } = useOwnSessionsQuery(undefined, { refetchOnMountOrArgChange: true })
  const [endAll, { isLoading }] = useEndAllSessionsMutation()

  const logOutEverywhere = async () => {
    const { error } = await endAll()
    if (error) toastError(errorText(error, FAILED))
    else goHome()
  }
  return (
    <Panel title="Devices">
      {!data && !isError && <Skeleton height="4rem" />}
      {!data && isError && (
        <EmptyState
          icon="offline"
          title="We couldn't load your devices"
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {data && (
        <>
          <p className={styles.devicesNote}>Where you’re logged in. After 90 days you have to log in again.</p>
          <ul aria-label="Devices">
            {data.map((session) => (
              <Device key={session.id} session={session} />
            ))}
          </ul>
        </>
      )}
      <Button busy={isLoading} onClick={() => void logOutEverywhere()}>
        Log out everywhere
      </Button>
    </Panel>
  )
}

function Device({ session: { id, device, signed_in_at, last_seen_at, current } }: { session: OwnSession }) {
  const [end, { isLoading }] = useEndSessionMutation()
  const name = device || 'Unknown device'
  const logOut = async () => {
    const { error } = await end(id)
    if (error) toastError(errorText(error, FAILED))
    else if (current) goHome()
    else toastSuccess(`${name} is logged out`)
  }
  return (
    <li className={styles.devicesEntry}>
      <div className={styles.devicesAbout}>
        <p className={styles.devicesName}>
          {name} {current && '(this device)'}
        </p>
        <p className={styles.times}>
          Last seen <time dateTime={last_seen_at}>{whenWords(last_seen_at)}</time>
        </p>
        <p className={styles.times}>
          Logged in <time dateTime={signed_in_at}>{whenWords(signed_in_at)}</time>
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
