import { useEffect } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '../../shared/ui/button.js'
import { EmptyState } from '../../shared/ui/empty-state.js'
import { PATHS } from '../../shared/config/paths.js'

export const BrokenInvite = () => {
  useEffect(() => console.error('The join link names no room'), [])
  return (
    <EmptyState
      wholeScreen
      icon="link"
      title="This invitation names no room"
      action={
        <Link className={buttonClass({ variant: 'primary' })} to={PATHS.gameroom}>
          See the open rooms
        </Link>
      }
    >
      Ask for the link again, or look for the room in the lobby.
    </EmptyState>
  )
}
