import { useRef, useState } from 'react'
import type { SeasonView } from '@kla/proto/web'
import { errorText } from '../../shared/api/errors.js'
import { Button } from '../../shared/ui/button.js'
import { toastError, toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog } from '../kit/dialogs.js'
import { When } from '../kit/moments.js'
import { useShortcut } from '../kit/shortcuts.js'
import { useDeleteSeasonMutation, usePublishSeasonMutation } from './api.js'
import styles from './battle-pass-editor.module.css'

interface SeasonActionsProps {
  season: SeasonView
  edited: boolean
  conflicting: boolean
  saving: boolean
  onSave: () => void
  onDiscard: () => void
  onRebase: () => void
  onDeleted: () => void
}

export function SeasonActions(props: SeasonActionsProps) {
  const { season, edited, conflicting, saving, onSave, onDiscard, onRebase, onDeleted } = props
  const [asked, setAsked] = useState<'publish' | 'delete' | null>(null)
  const savable = edited && !conflicting
  const save = useRef<HTMLButtonElement>(null)
  useShortcut('s', 'Go to Save', () => save.current?.focus(), savable)
  const close = () => setAsked(null)
  return (
    <>
      {conflicting && <Conflict onTakeTheirs={onDiscard} onKeepMine={onRebase} />}
      <div className={styles.buttons}>
        <Button variant="primary" wide disabled={!savable} busy={saving} ref={save} aria-keyshortcuts="s" onClick={onSave}>
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

interface PublishSeasonProps {
  season: SeasonView
  onClose: () => void
}

function PublishSeason({ season, onClose }: PublishSeasonProps) {
  const [publish] = usePublishSeasonMutation()
  const carryOut = async () => {
    const { error } = await publish(season.id)
    if (error) toastError(errorText(error, 'Failed to publish the season.'))
    else toastSuccess('Season published.')
  }
  return (
    <ConfirmDialog
      title={`Publish ${season.name}?`}
      confirm="Publish"
      danger={false}
      onConfirm={carryOut}
      onClose={onClose}
    >
      <p>
        From <When at={season.starts_at} /> to <When at={season.ends_at} />, {season.tiers.length}{' '}
        {season.tiers.length === 1 ? 'tier' : 'tiers'}.
      </p>
      <p>
        Players see it from now on. Its start, its points and these tiers are fixed then; only another name, a later end
        and further tiers are possible. It cannot be taken back or deleted.
      </p>
    </ConfirmDialog>
  )
}

interface DeleteSeasonProps {
  season: SeasonView
  onDeleted: () => void
  onClose: () => void
}

function DeleteSeason({ season, onDeleted, onClose }: DeleteSeasonProps) {
  const [remove] = useDeleteSeasonMutation()
  const carryOut = async () => {
    const { error } = await remove(season.id)
    if (error) {
      toastError(errorText(error, 'Failed to delete the season.'))
      return
    }
    toastSuccess('Draft deleted.')
    onDeleted()
  }
  return (
    <ConfirmDialog title={`Delete the draft ${season.name}?`} confirm="Delete" onConfirm={carryOut} onClose={onClose}>
      <p>No player has seen it. It cannot be brought back.</p>
    </ConfirmDialog>
  )
}

interface ConflictProps {
  onTakeTheirs: () => void
  onKeepMine: () => void
}

const Conflict = ({ onTakeTheirs, onKeepMine }: ConflictProps) => (
  <div className={styles.conflict} role="alert">
    <p>
      <strong>Somebody else has changed this season since you began.</strong> What you wrote is still here, and not
      saved.
    </p>
    <Button wide onClick={onTakeTheirs}>
      Show theirs, discard mine
    </Button>
    <Button wide onClick={onKeepMine}>
      Keep mine, to replace theirs
    </Button>
  </div>
)
