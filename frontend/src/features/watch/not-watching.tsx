import { Link, useLocation } from 'react-router'
import { buttonClass } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { cupPath, PATHS } from '../../shared/config/paths.js'
import { arrival } from '../../entities/room/arrival.js'
import { useLoginPath } from '../../entities/session/use-login-path.js'
import { outWords, type Outside } from './out-words.js'

const ToCups = ({ cupId = null }: { cupId?: string | null }) => (
  <Link className={buttonClass({ variant: 'primary' })} to={cupId === null ? PATHS.cups : cupPath(cupId)}>
    {cupId === null ? 'See the cups' : 'Back to the cup'}
  </Link>
)

/** In place of the battle, with the reason and a way on. */
export function NotWatching({ standing, judge, cupId }: { standing: Outside; judge: boolean; cupId: string | null }) {
  const { title, text } = outWords(standing, judge)
  return (
    <div role="alert">
      <EmptyState wholeScreen icon="eye" title={title} action={<ToCups cupId={cupId} />}>
        {text}
      </EmptyState>
    </div>
  )
}

export const NoRoomNamed = () => (
  <EmptyState wholeScreen icon="link" title="This link names no room" action={<ToCups />}>
    Ask for the link again, or look for the tie on the page of its cup.
  </EmptyState>
)

/** After a reload: the pass was taken out of the address, and would not open again. */
export const PassSpent = () => (
  <EmptyState wholeScreen icon="eye" title="This link has been used" action={<ToCups />}>
    A judge’s link opens once. Open a new one in the console to watch on.
  </EmptyState>
)

export const SignInToWatch = ({ goesOn }: { goesOn: boolean }) => {
  const login = useLoginPath()
  const { pathname, search } = useLocation()
  return (
    <EmptyState
      wholeScreen
      icon="user"
      title="Sign in to watch"
      action={
        <a
          className={buttonClass({ variant: 'primary' })}
          href={login}
          onClick={() => goesOn && arrival().comesBackTo(pathname + search)}
        >
          Login with Discord
        </a>
      }
    >
      The players of a tie see by name who watches them.
    </EmptyState>
  )
}

/** Where another site may have opened the link: whoever watches is seen by name. */
export const AskToWatch = ({ judge, onWatch }: { judge: boolean; onWatch: () => void }) => (
  <EmptyState
    wholeScreen
    icon="eye"
    title="Watch this battle?"
    action={
      <DeliberateButton variant="primary" onClick={onWatch}>
        Watch
      </DeliberateButton>
    }
  >
    {judge ? 'The players see that a judge is there.' : 'The players of a tie see by name who watches them.'}
  </EmptyState>
)
