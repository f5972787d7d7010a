import { Link } from 'react-router'
import { Button, buttonClass } from '../../shared/ui/button.js'
import { Icon } from '../../shared/ui/icon.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { itemWords } from '../../entities/item/item-words.js'
import { PATHS } from '../../shared/config/paths.js'
import { errorText } from '../../shared/api/errors.js'
import { useActivatePassMutation, type PassProgress, type PassSeason } from '../../entities/pass/pass.js'
import styles from './activation.module.css'

interface ActivationProps {
  season: PassSeason
  you: PassProgress
  /** Once a season is over no pass can be spent on it. */
  running: boolean
}

/** Whether one's Battle Pass is active for this season, and what to do about it. */
export function Activation({ season, you, running }: ActivationProps) {
  const [activate, { isLoading }] = useActivatePassMutation()
  const spend = async () => {
    const { error } = await activate({ season_id: season.id })
    if (error) toastError(errorText(error, 'The Battle Pass could not be activated. Please try again.'))
    else toastSuccess('Battle Pass activated')
  }
  return (
    <section className={styles.activation} aria-labelledby="activation" data-active={you.activated || undefined}>
      <h2 id="activation" className={styles.title}>
        {you.activated ? 'Your Battle Pass is active' : 'Rewards of the Battle Pass'}
      </h2>
      {you.activated && (
        <p className={styles.active}>
          <Icon name="check" /> All rewards of this season are yours to claim as you reach them.
        </p>
      )}
      {!you.activated && !running && <p className={styles.text}>The season is over; no pass can be activated for it.</p>}
      {!you.activated && running && you.passes_available > 0 && (
        <>
          <p className={styles.text}>
            You own {itemWords('battle_passes', you.passes_available)}. One is spent on this season, also for tiers that
            you have reached already.
          </p>
          <Button variant="primary" busy={isLoading} onClick={() => void spend()}>
            Activate a Battle Pass
          </Button>
        </>
      )}
      {!you.activated && running && you.passes_available === 0 && (
        <>
          <p className={styles.text}>A second reward at most tiers, also at those that you have reached already.</p>
          <Link className={buttonClass()} to={PATHS.shop}>
            Get one in the Shop
          </Link>
        </>
      )}
    </section>
  )
}
