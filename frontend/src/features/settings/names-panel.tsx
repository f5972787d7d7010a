import { EARLY_NAMES_PER_YEAR, type NameChange, type NameChoice } from '@kla/proto/web'
import { useState } from 'react'
import { HowOthersSeeYou } from '../../entities/names/how-others-see-you.js'
import { NameForm } from '../../entities/names/name-form.js'
import { changeableAt, refusalWords, shownWords, useChooseNameMutation } from '../../entities/names/names.js'
import { discordAvatarUrl } from '../../entities/player/player.js'
import { type SessionUser, useGetSessionQuery } from '../../entities/session/session-api.js'
import { useClientConfig } from '../../shared/api/client-config.js'
import { useNow } from '../../shared/time/remaining.js'
import { Avatar } from '../../shared/ui/avatar.js'
import { Button } from '../../shared/ui/button.js'
import { DeliberateButton } from '../../shared/ui/deliberate-button.js'
import { Dialog } from '../../shared/ui/dialog.js'
import { Panel } from '../../shared/ui/panel.js'
import { RelativeTime } from '../../shared/ui/relative-time.js'
import { Segmented } from '../../shared/ui/segmented.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { SHOWN_NAME } from '../../texts/settings.js'
import styles from './names-panel.module.css'

export function NamesPanel({ user }: { user: SessionUser }) {
  if (user.names === null) return null
  return user.names.shown_as === 'unchosen' ? <HowOthersSeeYou /> : <ChosenPanel user={user} names={user.names} />
}

const SHOWN_AS = [
  { value: 'player', label: SHOWN_NAME.asPlayer },
  { value: 'discord', label: SHOWN_NAME.asDiscord },
] as const

const LEADERBOARDS = [
  { value: 'off', label: SHOWN_NAME.notListed },
  { value: 'on', label: SHOWN_NAME.listed },
] as const

function ChosenPanel({ user, names }: { user: SessionUser; names: NameChoice }) {
  const [choose, { isLoading }] = useChooseNameMutation()
  const { isFetching, refetch } = useGetSessionQuery()
  const busy = isLoading || isFetching
  const [renaming, setRenaming] = useState(false)
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const config = useClientConfig()
  const asPlayer = names.shown_as === 'player'
  const later = changeableAt(user, now)
  const when = () => later !== null && <RelativeTime at={later} planned />

  const change = async (wanted: NameChange) => {
    if (busy) return
    const { data, error } = await choose(wanted)
    if (error) toastError(refusalWords(error))
    else toastSuccess(wanted.on_leaderboards === undefined ? shownWords(user, data) : SHOWN_NAME.saved)
  }
  /** Reads first which name is shown: this switch must not bring back one that another device has hidden. */
  const list = async (shown: boolean) => {
    if (busy) return
    const { data, error } = await refetch()
    const current = data?.user.names
    if (error || !current) toastError(refusalWords(error))
    else await change({ shown_as: current.shown_as === 'discord' ? 'discord' : 'player', on_leaderboards: shown })
  }

  return (
    <Panel title={SHOWN_NAME.title}>
      <div className={styles.current}>
        <Avatar
          name={user.displayName}
          src={asPlayer ? null : discordAvatarUrl(config?.avatarBaseUrl, user)}
          size={56}
        />
        <p className={styles.name}>{user.displayName}</p>
        {names.player_name !== null && (
          <Button disabled={later !== null} onClick={() => setRenaming(true)}>
            {SHOWN_NAME.change}
          </Button>
        )}
      </div>
      {later !== null && (
        <p className={styles.note}>
          {asPlayer || names.player_name === null
            ? SHOWN_NAME.changeable({ when })
            : SHOWN_NAME.hiddenChangeable({ when, name: names.player_name })}
        </p>
      )}
      {names.name_early && <p className={styles.note}>{SHOWN_NAME.changeableEarly({ times: EARLY_NAMES_PER_YEAR })}</p>}
      <div className={styles.switches} aria-busy={busy}>
        <Segmented
          label={SHOWN_NAME.shownAs}
          name="shown-as"
          value={asPlayer ? 'player' : 'discord'}
          options={SHOWN_AS}
          onChange={(shownAs) => {
            if (shownAs === 'discord') setAsking(true)
            else if (names.player_name === null) setRenaming(true)
            else void change({ shown_as: 'player' })
          }}
        />
        <Segmented
          label={SHOWN_NAME.leaderboards}
          name="on-leaderboards"
          value={names.on_leaderboards ? 'on' : 'off'}
          options={LEADERBOARDS}
          onChange={(shown) => void list(shown === 'on')}
        />
      </div>
      <Dialog title={SHOWN_NAME.newName} open={renaming} onClose={() => setRenaming(false)}>
        <NameForm user={user} offersDiscord={false} onKept={() => setRenaming(false)} />
      </Dialog>
      {/* An arrow key moves between the choices, and must not show the name by that. */}
      <Dialog title={SHOWN_NAME.discordTitle} open={asking} onClose={() => setAsking(false)}>
        <p>{SHOWN_NAME.discordEffect({ name: user.discordName })}</p>
        {names.on_leaderboards && <p>{SHOWN_NAME.discordListed}</p>}
        <div className={styles.answers}>
          <Button data-autofocus onClick={() => setAsking(false)}>
            {SHOWN_NAME.keepHidden}
          </Button>
          <DeliberateButton
            variant="primary"
            onClick={() => {
              setAsking(false)
              void change({ shown_as: 'discord' })
            }}
          >
            {SHOWN_NAME.showDiscord}
          </DeliberateButton>
        </div>
      </Dialog>
    </Panel>
  )
}
