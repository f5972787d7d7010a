import { useState } from 'react'
import type { SeasonView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { Conflict } from './conflict.js'
import { DeleteSeason } from './delete-season.js'
import { PublishSeason } from './publish-season.js'
import styles from './battle-pass-editor.module.css'

interface SeasonActionsProps {
  season: SeasonView
  /** Whether something was written that is not saved. */
  edited: boolean
  /** Whether it was written on top of something that is no more. */
  conflicting: boolean
  saving: boolean
  onSave: () => void
  onDiscard: () => void
  onRebase: () => void
  onDeleted: () => void
}

/** What can be done with one season. */
export function SeasonActions(props: SeasonActionsProps) {
  const { season, edited, conflicting, saving, onSave, onDiscard, onRebase, onDeleted } = props
  const [asked, setAsked] = useState<'publish' | 'delete' | null>(null)
  const savable = edited && !conflicting
  useShortcut('s', 'Save the season', onSave, savable)
  const close = () => setAsked(null)
  return (
    <>
      {conflicting && <Conflict onTakeTheirs={onDiscard} onKeepMine={onRebase} />}
      <div className={styles.buttons}>
        <Button variant="primary" wide disabled={!savable} busy={saving} aria-keyshortcuts="s" onClick={onSave}>
          Save
        </Button>
        {edited && !conflicting && (
          <Button wide onClick={onDiscard}>
            Discard what I wrote
          </Button>
        )}
      </div>
      {season.published ? (
        <p className={styles.muted}>
          Players see this season. Its start, its points and the tiers that it has stay; it can get another name, a
          later end and further tiers.
        </p>
      ) : (
        <div className={styles.buttons}>
          <Button wide disabled={edited || season.tiers.length === 0} onClick={() => setAsked('publish')}>
            Publish
          </Button>
          {edited && <p className={styles.muted}>Save before publishing.</p>}
          <Button wide variant="danger" onClick={() => setAsked('delete')}>
            Delete the draft
          </Button>
        </div>
      )}
      {asked === 'publish' && <PublishSeason season={season} onClose={close} />}
      {asked === 'delete' && <DeleteSeason season={season} onDeleted={onDeleted} onClose={close} />}
    </>
  )
}
