import type { ReactNode } from 'react'
import type { SessionUser } from '../../entities/session/session-api.js'
import { Panel } from '../../shared/ui/panel.js'
import styles from './account-panel.module.css'

/** Tells the player name from the Discord name, and which of them others see. */
export function AccountPanel({ user: { names, discordName, discordUsername, discordId } }: { user: SessionUser }) {
  const asDiscord = names?.shown_as === 'discord'
  return (
    <Panel title="Your names">
      <dl className={styles.facts}>
        {names?.player_name && (
          <Fact name="Player name" shown={!asDiscord}>
            {names.player_name}
          </Fact>
        )}
        <Fact name="Discord name" shown={asDiscord}>
          {discordName}
        </Fact>
        <Fact name="Discord username">{discordUsername}</Fact>
        <Fact name="Discord ID">{discordId}</Fact>
      </dl>
      <p className={styles.note}>
        If you use a player name, other players see nothing from Discord. To change a Discord name, change it in Discord
        and log in here again.
      </p>
    </Panel>
  )
}

interface FactProps {
  name: string
  shown?: boolean
  children: ReactNode
}

const Fact = ({ name, shown = false, children }: FactProps) => (
  <div className={styles.fact}>
    <dt className={styles.name}>{name}</dt>
    <dd className={styles.value}>
      {children}
      {shown && <span className={styles.shown}>Others see this</span>}
    </dd>
  </div>
)
