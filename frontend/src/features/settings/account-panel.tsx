import type { ReactNode } from 'react'
import type { SessionUser } from '../../entities/session/session-api.js'
import { Panel } from '../../shared/ui/panel.js'
import { OWN_NAMES } from '../../texts/settings.js'
import styles from './account-panel.module.css'

/** Tells the player name from the Discord name, and which of them others see. */
export function AccountPanel({ user: { names, discordName, discordUsername, discordId } }: { user: SessionUser }) {
  const asDiscord = names?.shown_as === 'discord'
  return (
    <Panel title={OWN_NAMES.title}>
      <dl className={styles.facts}>
        {names?.player_name && (
          <Fact name={OWN_NAMES.playerName} shown={!asDiscord}>
            {names.player_name}
          </Fact>
        )}
        <Fact name={OWN_NAMES.discordName} shown={asDiscord}>
          {discordName}
        </Fact>
        <Fact name={OWN_NAMES.discordUsername}>{discordUsername}</Fact>
        <Fact name={OWN_NAMES.discordId}>{discordId}</Fact>
      </dl>
      <p className={styles.note}>{OWN_NAMES.note}</p>
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
      {shown && <span className={styles.shown}>{OWN_NAMES.shown}</span>}
    </dd>
  </div>
)
