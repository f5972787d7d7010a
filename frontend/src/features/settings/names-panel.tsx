import { EARLY_NAMES_PER_YEAR, type NameChange, type NameChoice } from '@kla/proto/web'
import { useState } from 'react'
import { HowOthersSeeYou } from '../../entities/names/how-others-see-you.js'
import { NameForm } from '../../entities/names/name-form.js'
import { changeableAt, refusalWords, shownWords, useChooseNameMutation } from '../../entities/names/names.js'
import { discordAvatarUrl } from '../../entities/player/player.js'
import type { SessionUser } from '../../entities/session/session-api.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { useNow } from '../../shared/time/remaining.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Segmented } from '../../shared/ui/segmented.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import styles from './names-panel.module.css'

export function NamesPanel({ user }: { user: SessionUser }) {
  if (user.names === null) return null
  return user.names.shown_as === 'unchosen' ? <HowOthersSeeYou /> : <ChosenPanel user={user} names={user.names} />
}

const SHOWN_AS = [
  { value: 'player', label: 'Player name' },
  { value: 'discord', label: 'Discord' },
] as const

const LEADERBOARDS = [
  { value: 'off', label: 'Not shown' },
  { value: 'on', label: 'Under this name' },
] as const

function ChosenPanel({ user, names }: { user: SessionUser; names: NameChoice }) {
  const [choose, { isLoading }] = useChooseNameMutation()
  const [renaming, setRenaming] = useState(false)
  const now = useNow()
  const config = useClientConfig()
  const asPlayer = names.shown_as === 'player'
  const later = changeableAt(user, now)

  const change = async (wanted: NameChange) => {
    if (isLoading) return
    const { data, error } = await choose(wanted)
    if (error) toastError(refusalWords(error))
    else toastSuccess(wanted.on_leaderboards === undefined ? shownWords(user, data) : 'Saved')
  }

  return (
    <Panel title="How others see you">
      <div className={styles.current}>
        <Avatar
          name={user.displayName}
          src={asPlayer ? null : discordAvatarUrl(config?.avatarBaseUrl, user)}
          size={56}
        />
        <p className={styles.name}>{user.displayName}</p>
        {names.player_name !== null && (
          <Button disabled={later !== null} onClick={() => setRenaming(true)}>
            Change player name
          </Button>
        )}
      </div>
      {later !== null && (
        <p className={styles.note}>
          You can change {asPlayer ? 'your player name' : `your player name, ${names.player_name},`} again on{' '}
          <RelativeTime at={later} planned />.
        </p>
      )}
      {names.name_early && (
        <p className={styles.note}>
          You can change your name early because you blocked or reported someone, up to {EARLY_NAMES_PER_YEAR} times a
          year.
        </p>
      )}
      <div className={styles.switches} aria-busy={isLoading}>
        <Segmented
          label="Others see"
          name="shown-as"
          value={asPlayer ? 'player' : 'discord'}
          options={SHOWN_AS}
          onChange={(shownAs) => {
            if (shownAs === 'player' && names.player_name === null) setRenaming(true)
            else void change({ shown_as: shownAs })
          }}
        />
        <Segmented
          label="Leaderboards"
          name="on-leaderboards"
          value={names.on_leaderboards ? 'on' : 'off'}
          options={LEADERBOARDS}
          onChange={(shown) =>
            void change({ shown_as: asPlayer ? 'player' : 'discord', on_leaderboards: shown === 'on' })
          }
        />
      </div>
      <Dialog title="Your player name" open={renaming} onClose={() => setRenaming(false)}>
        <NameForm user={user} offersDiscord={false} onKept={() => setRenaming(false)} />
      </Dialog>
    </Panel>
  )
}
